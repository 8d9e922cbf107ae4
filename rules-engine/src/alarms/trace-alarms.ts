import type { Tracing } from '@carewatch/platform/telemetry/tracing'
import type { News } from './publish.ts'

export type FollowAlarms = (news: readonly News[], from: number) => void

/** Follows what became of messages: from the moment a batch was taken until its alarms were committed and told. */
export const followAlarms =
  (tracing: Tracing): FollowAlarms =>
  (news, from) => {
    const to = Date.now()
    for (const { event } of news) {
      if (event.type !== 'notification' || event.notification.deviceUuid === null) continue
      const { deviceUuid, lastAt, kind } = event.notification
      const trace = { deviceUuid, time: lastAt.getTime() }
      if (tracing.follows(trace))
        tracing.add(trace, { name: 'judge', from, to, attributes: { kind, change: event.change } })
    }
  }
