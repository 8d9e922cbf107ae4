import type pg from 'pg'
import type { RejectReason } from '@carewatch/devices/codec'
import { readable } from '@carewatch/devices/kit/text'
import { OPCODE_MAX, opcodeOf, socketFormatOf } from '@carewatch/devices/registry/kept-messages'
import { createKeptBounds } from './kept-bounds.ts'
import type { ScanUplink, Uplink } from './uplink.ts'

/** So many are written at once. */
const MAX_WRITING = 100

/** What is read at its moment once more, because nobody had answered it, is there already. */
const KEEP = `
insert into rejected_messages (device_id, gateway_id, received_at, topic, reason, detail, payload, format, opcode)
select $1::int, $2::int, to_timestamp($3::float8 / 1000), $4::text, $5::text, $6::text, $7::bytea, $8::text, $9::text
where not $10::bool or not exists (select from rejected_messages where device_id = $1::int
  and received_at = to_timestamp($3::float8 / 1000) and reason = $5::text and detail = $6::text and payload = $7::bytea)`

const isOfGateway = (uplink: Uplink | ScanUplink): uplink is ScanUplink => 'gatewayId' in uplink.source

/** Devices and gateways are numbered each by their own. */
const keyOf = (uplink: Uplink | ScanUplink): number =>
  isOfGateway(uplink) ? -uplink.source.gatewayId : uplink.source.deviceId

/** What the database refused was understood and is answered: it may be a call for help, and is nowhere else. */
const isOnlyCopy = (reason: RejectReason): boolean => reason === 'database'

/** Keeps what we acknowledged and could not use. A device that sends nothing but noise is counted in full and kept in part. */
export function createRejectedLog(db: pg.Pool, count: (reason: RejectReason) => void) {
  const mayKeep = createKeptBounds()
  let writing = 0

  async function keep(
    uplink: Uplink | ScanUplink,
    { reason, detail }: { reason: RejectReason; detail: string },
  ): Promise<void> {
    const { topic, payload } = uplink
    const readAt = isOfGateway(uplink) ? undefined : uplink.readAt
    await db.query(KEEP, [
      isOfGateway(uplink) ? null : uplink.source.deviceId,
      isOfGateway(uplink) ? uplink.source.gatewayId : null,
      readAt ?? uplink.receivedAt,
      topic,
      reason,
      printable(detail),
      Buffer.from(payload),
      socketFormatOf(topic) ?? uplink.source.format,
      opcodeOf(uplink) ?? leafOf(uplink),
      readAt !== undefined,
    ])
  }

  function mayBeKept(uplink: Uplink | ScanUplink, reason: RejectReason): boolean {
    const isAlarm = reason === 'unknownEvent'
    // An update that has a whole fleet say something new must not hold up what is being stored.
    if (writing >= MAX_WRITING && !isAlarm) return false
    return mayKeep(keyOf(uplink), { at: uplink.receivedAt, isAlarm })
  }

  return async (uplink: Uplink | ScanUplink, reason: RejectReason, detail: string): Promise<void> => {
    count(reason)
    if (!isOnlyCopy(reason) && !mayBeKept(uplink, reason)) return
    writing++
    try {
      await keep(uplink, { reason, detail })
    } finally {
      writing--
    }
  }
}

/** Over MQTT the topic says what kind of message it is; a gateway of another make writes to whatever topic its installer chose. */
const leafOf = (uplink: Uplink | ScanUplink): string | null =>
  isOfGateway(uplink) || uplink.leaf === '' ? null : printable(uplink.leaf).slice(0, OPCODE_MAX)

/** PostgreSQL's text takes no NUL, and a terminal nothing that steers it. */
const printable = (text: string): string => readable(text.slice(0, 200))
