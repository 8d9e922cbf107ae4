import type { LiveEvent } from '@carewatch/contracts/events'
import type { Tracing } from '@carewatch/platform/telemetry/tracing'

/** Follows what was told to screens: of readings and alarms, to how many sockets. */
export const followPublished =
  (tracing: Tracing) =>
  (event: LiveEvent, from: number, sockets: number): void => {
    const trace = traceOf(event)
    if (!trace || !tracing.follows(trace)) return
    tracing.add(trace, {
      name: 'to sockets',
      from,
      to: Date.now(),
      attributes: { type: event.type, sockets },
    })
  }

function traceOf(event: LiveEvent) {
  if (event.type === 'readings') {
    const time = Math.max(...event.readings.map((reading) => reading.time.getTime()))
    return { deviceUuid: event.deviceUuid, time }
  }
  if (event.type !== 'notification' || event.notification.deviceUuid === null) return undefined
  return { deviceUuid: event.notification.deviceUuid, time: event.notification.lastAt.getTime() }
}
