import type { Present } from '../access/device-cache.ts'

/** As a device's event is written: times are ISO texts of one length, which sort as they are. */
type Written = { readings?: { time: string }[]; position?: { time: string } }
type Timed = { time: string }

/**
 * What of a device's event is about who wears it now: what came late from who wore it before is left out, and what comes after it changed hands as
 * was planned, until it is known whose it is. `undefined`: nothing is.
 */
export function ofPresentWearer(payload: Buffer, { since, until }: Present): Buffer | undefined {
  // Nobody was ever assigned to it: the bytes go on as they came.
  if (since.getTime() === 0 && until === null) return payload
  const [from, to] = [since.toISOString(), until?.toISOString()]
  const isOwn = ({ time }: Timed): boolean => time >= from && (to === undefined || time < to)
  // Safe: the broker lets services alone publish here, and they write `LiveEvent`.
  const event = JSON.parse(payload.toString()) as Written
  if (event.position) return isOwn(event.position) ? payload : undefined
  if (!event.readings) return payload
  const own = event.readings.filter(isOwn)
  if (own.length === event.readings.length) return payload
  return own.length > 0 ? Buffer.from(JSON.stringify({ ...event, readings: own })) : undefined
}
