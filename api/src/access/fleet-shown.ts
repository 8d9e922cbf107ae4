import type {
  unreadGroups as unreadOf,
  unreadMessages as unread,
} from '@carewatch/contracts/http/unread-messages'
import { byDevice } from './persons.ts'
import { type Answered, profile, viewedAndLocated } from './whom-shown.ts'
import type { fleetJobs as jobs } from '@carewatch/contracts/http/fleet-jobs'

/** What is counted of many devices names places and models, and nobody; what failed of a job names the devices. */
export const shown = {
  deviceFacets: 'nobody',
  startFleetJob: 'traced',
  stopFleetJob: 'traced',
  undoFleetJob: 'traced',
  fleetJobs: profile(({ reply }: Answered<typeof jobs>) =>
    reply.jobs.flatMap(({ failures }) => failures.flatMap(({ uuid }) => byDevice(uuid))),
  ),
  unreadGroups: profile(({ input }: Answered<typeof unreadOf>) =>
    input.query.device === undefined ? [] : [byDevice(input.query.device)],
  ),
  // Whatever it measured and where it was is in its bytes.
  unreadMessages: viewedAndLocated(({ reply }: Answered<typeof unread>) =>
    reply.messages.flatMap(({ device }) => (device ? byDevice(device.uuid) : [])),
  ),
  unreadReadable: 'nobody',
} as const
