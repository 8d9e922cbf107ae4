import type { Tracing } from '@carewatch/platform/telemetry/tracing'
import type { OutgoingEvent } from './publish.ts'

export type TraceAlarms = (events: readonly OutgoingEvent[], from: number) => void

/** Follows what became of messages: from the moment a batch was taken until its alarms were committed and told. */
export const traceAlarms =
  (tracing: Tracing): TraceAlarms =>
  (events, from) => {
    const to = Date.now()
    for (const { event } of events) {
      if (event.type !== 'notification' || event.notification.deviceUuid === null) continue
      const { deviceUuid, lastAt, kind } = event.notification
      const trace = { deviceUuid, time: lastAt.getTime() }
      if (tracing.follows(trace))
        tracing.add(trace, { name: 'evaluate', from, to, attributes: { kind, change: event.change } })
    }
  }
