import type pg from 'pg'
import type { RejectReason } from './codecs/codec.ts'
import type { Uplink } from './uplink.ts'

const KEPT_PER_MINUTE = 30

const KEEP = `
insert into rejected_messages (device_id, received_at, topic, reason, detail, payload)
values ($1, to_timestamp($2::float8 / 1000), $3, $4, $5, $6)`

/** Keeps what we acknowledged and could not use. A device that sends nothing but noise is counted in full and kept in part. */
export function createRejectedLog(db: pg.Pool, count: (reason: RejectReason) => void) {
  const keptThisMinute = new Map<number, number>()
  let minute = 0

  const mayKeep = ({ source, receivedAt }: Uplink): boolean => {
    const now = Math.floor(receivedAt / 60_000)
    if (now !== minute) keptThisMinute.clear()
    minute = now
    const kept = keptThisMinute.get(source.deviceId) ?? 0
    keptThisMinute.set(source.deviceId, kept + 1)
    return kept < KEPT_PER_MINUTE
  }

  return async (uplink: Uplink, reason: RejectReason, detail: string): Promise<void> => {
    count(reason)
    if (!mayKeep(uplink)) return
    const { source, receivedAt, topic, payload } = uplink
    await db.query(KEEP, [
      source.deviceId,
      receivedAt,
      topic,
      reason,
      printable(detail),
      Buffer.from(payload),
    ])
  }
}

/** PostgreSQL's text takes no NUL. */
const printable = (text: string): string => text.replaceAll('\u0000', '').slice(0, 200)
