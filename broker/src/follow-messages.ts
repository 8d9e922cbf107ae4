import type { Message } from '@carewatch/ingest/batch'
import type { Trace, Tracing } from '@carewatch/platform/telemetry/tracing'

/** The trace id of a message at every service; one without content is not traced. */
export function traceOf({ uplink, decoded: { readings, positions, events } }: Message): Trace | undefined {
  const times = [...readings, ...positions, ...events].map(({ time }) => time)
  if (times.length === 0) return undefined
  return { deviceUuid: uplink.source.deviceUuid, time: Math.max(...times) }
}

/** Follows committed messages: each from being read to being acknowledged, and its commit in it. */
export const followMessages =
  (tracing: Tracing) =>
  (messages: readonly Message[], from: number): void => {
    const to = Date.now()
    for (const message of messages) {
      const trace = traceOf(message)
      if (!trace || !tracing.follows(trace)) continue
      const { uplink, decoded } = message
      const counts = { readings: decoded.readings.length, events: decoded.events.length }
      const attributes = { format: uplink.source.format, ...counts }
      tracing.root(trace, { name: 'device message', from: uplink.receivedAt, to, attributes })
      tracing.add(trace, { name: 'commit', from, to, attributes: { messages: messages.length } })
    }
  }
