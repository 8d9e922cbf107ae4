import type pg from 'pg'
import type { RejectReason } from '@carewatch/devices/codec'
import { OPCODE_MAX, opcodeOf, socketFormatOf } from '@carewatch/devices/registry/kept-messages'
import type { ScanUplink, Uplink } from './uplink.ts'

const KEPT_PER_MINUTE = 30

const KEEP = `
insert into rejected_messages (device_id, gateway_id, received_at, topic, reason, detail, payload, format, opcode)
values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $6, $7, $8, $9)`

const isOfGateway = (uplink: Uplink | ScanUplink): uplink is ScanUplink => 'gatewayId' in uplink.source

/** Devices and gateways are numbered each by their own. */
const keyOf = (uplink: Uplink | ScanUplink): number =>
  isOfGateway(uplink) ? -uplink.source.gatewayId : uplink.source.deviceId

/** Keeps what we acknowledged and could not use. A device that sends nothing but noise is counted in full and kept in part. */
export function createRejectedLog(db: pg.Pool, count: (reason: RejectReason) => void) {
  const keptThisMinute = new Map<number, number>()
  let minute = 0

  const mayKeep = (uplink: Uplink | ScanUplink): boolean => {
    const now = Math.floor(uplink.receivedAt / 60_000)
    if (now !== minute) keptThisMinute.clear()
    minute = now
    const key = keyOf(uplink)
    const kept = keptThisMinute.get(key) ?? 0
    keptThisMinute.set(key, kept + 1)
    return kept < KEPT_PER_MINUTE
  }

  return async (uplink: Uplink | ScanUplink, reason: RejectReason, detail: string): Promise<void> => {
    count(reason)
    if (!mayKeep(uplink)) return
    const { receivedAt, topic, payload } = uplink
    await db.query(KEEP, [
      isOfGateway(uplink) ? null : uplink.source.deviceId,
      isOfGateway(uplink) ? uplink.source.gatewayId : null,
      receivedAt,
      topic,
      reason,
      printable(detail),
      Buffer.from(payload),
      socketFormatOf(topic) ?? uplink.source.format,
      opcodeOf(uplink) ?? leafOf(uplink),
    ])
  }
}

/** Over MQTT the topic says what kind of message it is; a gateway of another make writes to whatever topic its installer chose. */
const leafOf = (uplink: Uplink | ScanUplink): string | null =>
  isOfGateway(uplink) || uplink.leaf === '' ? null : printable(uplink.leaf).slice(0, OPCODE_MAX)

/** PostgreSQL's text takes no NUL. */
const printable = (text: string): string => text.replaceAll('\u0000', '').slice(0, 200)
