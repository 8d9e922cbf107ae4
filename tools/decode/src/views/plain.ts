import type { Addressed, FrameContext } from '@carewatch/devices/protocol'

/** Recorded messages are read as if they came today, to a server in UTC. */
export const context: FrameContext = { receivedAt: Date.UTC(2026, 10, 21, 12), utcOffsetMinutes: 0 }

export const addressed = (imei: string, address: string, serial = 0): Addressed => ({
  imei,
  address,
  serial,
  now: context.receivedAt,
  utcOffsetMinutes: 0,
})

/** Fields without a value are not said. */
export const withoutAbsent = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !Number.isNaN(value)),
  )

/** Undefined where none of them has a value. */
export function group(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const known = withoutAbsent(fields)
  return Object.keys(known).length > 0 ? known : undefined
}
