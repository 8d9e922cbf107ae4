import { ProgramAnswer, LiveAnswer, LiveEvent, LiveRequest } from '@carewatch/contracts/events'
import { liveAccess } from '@carewatch/contracts/live-access'
import type { z } from 'zod'

/** A message of the live socket, and what its schema does not say. */
type Described = { summary: string; who?: string }

export type EventName = LiveEvent['type']
export type RequestName = LiveRequest['type']
export type AnswerName = (LiveAnswer | ProgramAnswer)['type']

const rolesAndScope = (name: EventName): string => {
  const { allow, byKey } = liveAccess[name]
  return `For ${allow.join(', ')}; an API key receives it with the scope \`${byKey}\`.`
}

const summaries: Record<EventName, string> = {
  readings: 'What a watched device measured, one message of it, after it was stored.',
  presence: 'A watched device is connected, or no longer is.',
  position: 'Where a device of `located` was at the latest moment that one message tells of.',
  notification:
    'An alarm was opened, repeated, raised, acknowledged, put off, commented, cleared or closed: its whole state.',
  task: 'A task was made or changed: its whole state.',
  rooms: 'Somebody came or went in these rooms, or a sensor says something else: ask for them again.',
}

// Safe: the record's own keys.
const eventNames = Object.keys(summaries) as EventName[]

export const events = Object.fromEntries(
  eventNames.map((name) => [name, { summary: summaries[name], who: rolesAndScope(name) }]),
  // Safe: an entry for each name.
) as Record<EventName, Required<Described>>

export const answers: Record<AnswerName, Described> = {
  authorized: { summary: 'The token is good: what is in scope comes from here on.' },
  refused: {
    summary: 'The socket is closed after it. `token` and `scope` are final: another try is refused alike.',
  },
  pong: { summary: 'To a `ping`: whatever was asked before it is done.' },
  missed: { summary: 'Something may not have arrived: ask again by HTTP.' },
  watchLimited: {
    summary:
      'To whoever watches `all`: more is in scope than one socket watches. The oldest `most` devices are; watch the others by name, on other sockets.',
  },
  event: {
    summary:
      'To whoever follows: what a webhook is sent, in order, at least once. Keep its cursor when it is dealt with, and follow from there after a cut.',
  },
  reached: {
    summary:
      'To whoever follows: all until now was sent, but for what is out of scope. Its cursor is good to go on from, too.',
  },
  followRefused: {
    summary:
      'Nothing is followed. `invalid`: no cursor of ours. `lost`: it is older than 29 days, or of a database that was brought back: follow without one, then ask by HTTP how things stand.',
  },
  handedOver: {
    summary:
      'Somebody else wears this watched device now, or it is out of scope: show nothing more of before.',
  },
}

export const requests: Record<RequestName, Described> = {
  authorize: {
    summary: 'The first message: the token of a sign-in, or the secret of an API key with `live:read`.',
  },
  watch: {
    summary:
      'These devices in place of those before; those that are out of scope are passed over. `located`: those of which `position` comes too, each of which leaves a trace.',
  },
  follow: {
    summary:
      'Of API keys: each alarm, task and assignment that changed after the cursor `after`, and each that changes from then on, as `event`. Without `after`: from now on. In place of what was followed before.',
  },
  ping: { summary: 'Answered by `pong`.' },
  receipt: { summary: 'Of people alone: these notifications were drawn on a screen, or seen on it.' },
}

type Option = z.ZodType & { shape: { type: z.ZodLiteral } }

const named = (options: readonly z.ZodType[]): [string, z.ZodType][] =>
  // Safe: each is told apart by its type.
  (options as readonly Option[]).map((option) => [String(option.shape.type.value), option])

/** The schema of each message, by its type. */
export const schemas: ReadonlyMap<string, z.ZodType> = new Map([
  ...named(LiveEvent.options),
  ...named(LiveAnswer.options),
  ...named(ProgramAnswer.options),
  ...named(LiveRequest.options),
])
