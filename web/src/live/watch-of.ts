import { type LiveRequest, WATCHED_MAX } from '@carewatch/contracts/events'

/** Whose readings are wanted, and of whom where they are. */
export type Wanted = { devices: readonly string[]; located: readonly string[] }

/** What asks for them. Of more than one screen watches the first: asked for too many, the server would cut the line by which alarms come. */
export const watchOf = ({ devices, located }: Wanted): Extract<LiveRequest, { type: 'watch' }> => ({
  type: 'watch',
  devices: devices.slice(0, WATCHED_MAX),
  located: located.slice(0, WATCHED_MAX),
})
