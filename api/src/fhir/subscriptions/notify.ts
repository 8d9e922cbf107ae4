import { hostOf } from '../../webhooks/receiver/url.ts'
import type { Notify } from '../../webhooks/sending/send.ts'
import { baseOf } from '../base.ts'
import { noteViewings, type Parts } from '../search.ts'
import { notificationOf, type NotificationKind } from './bundle.ts'
import { callerFrom, seenOf } from './focus.ts'

/** How a Subscription is told what happened, by the rights that its key has at this moment. */
export function createNotify(parts: Parts): Notify {
  const base = baseOf(parts)
  return async (claimed, viewer) => {
    const { subscription, notice, event, range, at, uuid: id, webhookUuid: uuid, url } = claimed
    if (!subscription) return undefined
    const write = (kind: NotificationKind, count: number, rest: Pick<Message, 'events'> = { events: [] }) => {
      const status = kind === 'handshake' ? 'requested' : 'active'
      return JSON.stringify(
        notificationOf({ base, uuid, subscription, status, kind, count, id, at, ...rest }),
      )
    }
    // What a person sends to see whether it comes tells of nothing either.
    if (!event && !range)
      return { events: 0, note: () => {}, write: ({ count }) => write(notice ?? 'heartbeat', count) }
    const caller = callerFrom(viewer, hostOf(new URL(url)))
    const { found, isComplete } = await seenOf(parts, caller, { subscription, happened: claimed })
    if (found.length === 0 && isComplete) return undefined
    // What is missing leaves a gap in the numbers, by which its program sees that.
    const gap = isComplete ? 0 : 1
    return {
      events: found.length + gap,
      note: () => subscription.content !== 'empty' && noteViewings(parts.viewings, caller, found),
      write: ({ first, count }) =>
        write('event-notification', count, {
          events: found.map(({ resource }, index) => ({ number: first + gap + index, at, resource })),
        }),
    }
  }
}

type Message = Parameters<typeof notificationOf>[0]
