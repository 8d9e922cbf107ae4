import { type Channel, channels } from '@carewatch/contracts/escalation'
import type { Recipient } from './recipients.ts'

/** The channels that are set up here. */
export type Working = ReadonlySet<Channel>

const reaches: Record<Channel, (who: Recipient) => boolean> = {
  IN_APP: ({ userId }) => userId !== null,
  PUSH: ({ hasPush }) => hasPush,
  TELEGRAM: ({ telegramChatId }) => telegramChatId !== null,
  SMS: ({ phone }) => phone !== null,
  EMAIL: ({ email }) => email !== null,
}

/** What goes to a screen goes at once; a message is sent by one means, and by the next where that one fails. */
export const isScreen = (channel: Channel): boolean => channel === 'IN_APP' || channel === 'PUSH'

/** Every channel of these by which this person can be told, in order; the screen first. */
export function waysTo(who: Recipient, channels: readonly Channel[], working: Working): Channel[] {
  const wanted = new Set<Channel>(['IN_APP', ...channels])
  return [...wanted].filter((channel) => working.has(channel) && reaches[channel](who))
}

/** The first to be used: the screens, and the first message. */
export function firstWays(ways: readonly Channel[]): Channel[] {
  const message = ways.find((way) => !isScreen(way))
  return [...ways.filter(isScreen), ...(message ? [message] : [])]
}

/** Nothing but the portal's own screens comes to them: whoever does not look is not told. */
export const isOutOfReach = (who: Recipient, working: Working): boolean =>
  waysTo(who, channels, working).every((channel) => channel === 'IN_APP')
