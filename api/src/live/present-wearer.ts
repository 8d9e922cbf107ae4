/** As a device's event is written: times are ISO texts of one length, which sort as they are. */
type Written = { readings?: { time: string }[]; position?: { time: string } }

/** What of a device's event is about who wears it now: what came late from who wore it before is left out. `undefined`: nothing is. */
export function ofPresentWearer(payload: Buffer, presentSince: Date): Buffer | undefined {
  // Nobody was ever assigned to it: the bytes go on as they came.
  if (presentSince.getTime() === 0) return payload
  const since = presentSince.toISOString()
  // Safe: the broker lets services alone publish here, and they write `LiveEvent`.
  const event = JSON.parse(payload.toString()) as Written
  if (event.position) return event.position.time >= since ? payload : undefined
  if (!event.readings) return payload
  const own = event.readings.filter(({ time }) => time >= since)
  if (own.length === event.readings.length) return payload
  return own.length > 0 ? Buffer.from(JSON.stringify({ ...event, readings: own })) : undefined
}
