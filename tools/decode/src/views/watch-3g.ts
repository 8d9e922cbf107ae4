import { isoOf } from '@carewatch/devices/kit/clocks'
import { hex } from '@carewatch/devices/kit/bytes'
import { latin1 } from '@carewatch/devices/kit/text'
import { framesOf } from '@carewatch/devices/kit/frames'
import { ALARM_BITS, bitsOf, STATE_BITS } from '@carewatch/devices/watch-3g/alarms'
import type { Block3g } from '@carewatch/devices/watch-3g/block'
import { type Frame3g, open3g, unescape3g } from '@carewatch/devices/watch-3g/frame'
import { readMessage, type Message3g } from '@carewatch/devices/watch-3g/messages'
import { replyTo, watch3g } from '@carewatch/devices/watch-3g/protocol'
import { write3g, addressOf } from '@carewatch/devices/watch-3g/frame'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { group, context, withoutAbsent } from './plain.ts'
import { aboutItself } from './watch-3g-about.ts'
import { encode3gCase } from './watch-3g-down.ts'

/** The 3G protocol in the words of its case file. */
export const watch3gView: View = (one) => {
  if (one.direction === 'to-device') return encode3gCase(one)
  if (one.kind === 'alarm-bits') return statusOf(String(one.message))
  if (one.kind === 'identity') return identityOf(one)
  const bytes = bytesOf(one)
  const { frames, taken } = framesOf(watch3g, bytes)
  const [first = bytes] = frames
  const frame = open3g(first)
  if (!frame) return { reject: true, reason: 'not a frame' }
  const framing = { ...framingOf(frames), remaining_bytes: bytes.length - first.length }
  return { ...framing, taken_bytes: taken, ...viewOf(frame) }
}

function identityOf({ message }: Case): Record<string, unknown> {
  const imei =
    typeof message === 'object' && message !== null && 'imei' in message ? String(message.imei) : ''
  return { device_id_10: imei.slice(4, 14) }
}

function framingOf(frames: readonly Uint8Array[]): Record<string, unknown> {
  const texts = frames.map((frame) => unescape3g(latin1(frame)))
  const parts = frames.map((frame) => open3g(frame)).filter((frame) => frame?.content.startsWith('JXTK,'))
  return {
    first_frame: texts[0],
    first_frame_hex: hex(Buffer.from(texts[0] ?? '', 'latin1')),
    all_frames: texts,
    frames: parts.map((part) => part && partOf(part)),
    reply_per_frame: 'JXTKR,1',
  }
}

/** `JXTK,kind,name,part,parts,…`: a voice in pieces. */
function partOf({ index, declaredLength, content }: Frame3g): Record<string, unknown> {
  const [, , file, part, parts] = content.slice(0, 80).split(',')
  return { index, declared_length: declaredLength, part: Number(part), parts: Number(parts), file }
}

function viewOf(frame: Frame3g): Record<string, unknown> {
  const message = readMessage(frame)
  const { type, kind, args, vitals } = message
  const reply = replyTo(frame, message, context)
  return withoutAbsent({
    vendor_prefix: frame.vendor,
    device_id: frame.id,
    index: frame.index,
    declared_length: frame.declaredLength,
    actual_length: frame.content.length,
    type,
    fields: args,
    ...placeOf(message),
    ...((kind === 'link' || kind === 'status') &&
      group({ battery_percent: vitals?.battery, activity: linkActivity(message) })),
    vitals: kind === 'vitals' && vitals ? vitalsOf(vitals) : undefined,
    measure_type: message.measureType,
    ...aboutItself(message),
    ack: kind === 'answer' ? { setting: type, accepted: !(args.length === 1 && args[0] === '0') } : undefined,
    needs_reply: reply !== undefined,
    reply: reply === undefined ? undefined : latin1(write3g(addressOf(frame), frame.index ?? '', reply)),
    reject: message.isDoubted,
    reason: frame.isLengthRight ? undefined : 'declared length does not match content',
  })
}

const linkActivity = ({ args, vitals }: Message3g) =>
  vitals?.steps === undefined ? undefined : { steps: vitals.steps, tumbles: Number(args[1]) }

function placeOf({ kind, block }: Message3g): Record<string, unknown> {
  if (!block) return {}
  return withoutAbsent({
    position: positionOf(block),
    gsm_percent: block.gsm,
    battery_percent: block.battery,
    activity: group({ steps: block.steps, tumbles: block.tumbles }),
    status_hex: block.status,
    ...statusOf(block.status),
    cells: block.cells.map(withoutAbsent),
    wifi: block.wifi.map(({ ssid, bssid, signal }) => ({ ssid, bssid, rssi: signal })),
    alarm_events: kind === 'alarm' ? alarmsOf(block.status) : [],
  })
}

const positionOf = (block: Block3g) =>
  withoutAbsent({
    time: isoOf(block.time),
    valid: block.isValid,
    lat: block.lat,
    lon: block.lng,
    speed_kmh: block.speedKmh,
    course: block.course,
    altitude_m: block.altitudeM,
    satellites: block.satellites,
    accuracy_m: block.accuracyM,
  })

function statusOf(status: string): Record<string, unknown> {
  const { alarms, states } = bitsOf(status)
  return {
    alarms: [...new Set(alarms.map((bit) => ALARM_BITS[bit]?.name))],
    status_flags: states.map((bit) => STATE_BITS[bit]?.name),
  }
}

function alarmsOf(status: string): (string | undefined)[] {
  const { alarms, states, hasHighHalf } = bitsOf(status)
  const names = hasHighHalf
    ? alarms.map((bit) => ALARM_BITS[bit]?.name)
    : states.flatMap((bit) => STATE_BITS[bit]?.alarm ?? [])
  return [...new Set(names)]
}

const vitalsOf = (vitals: NonNullable<Message3g['vitals']>) =>
  withoutAbsent({
    heart_rate: vitals.heartRate,
    systolic: vitals.systolic,
    diastolic: vitals.diastolic,
    spo2: vitals.spo2,
    temperature_c: vitals.temperature,
  })
