import { isoOf } from '@carewatch/devices/kit/clocks'
import { latin1 } from '@carewatch/devices/kit/text'
import { framesOf } from '@carewatch/devices/kit/frames'
import { ANY_IW } from '@carewatch/contracts/profiles'
import { type IwFrame, openIw } from '@carewatch/devices/watch-iw/frame'
import { argsOf, readMessage } from '@carewatch/devices/watch-iw/messages'
import { replyTo, watchIw } from '@carewatch/devices/watch-iw/protocol'
import type { IwMessage } from '@carewatch/devices/watch-iw/message'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { group, context, withoutAbsent } from './plain.ts'
import { ackOf } from './watch-iw-acks.ts'
import { encodeIwCase } from './watch-iw-down.ts'

/** IW in the words of its case file. */
export const watchIwView: View = (one) => {
  if (one.direction === 'to-device') return encodeIwCase(one.expected)
  const bytes = bytesOf(one)
  const { frames } = framesOf(watchIw, bytes)
  // Some were recorded without the sign that ends them.
  const [first = bytes] = frames
  if (frames.length > 1) return { messages: frames.map(lineOf), replies: frames.flatMap(repliesTo) }
  const message = openIw(first)
  return message ? viewOf(message) : { reject: true, reason: 'no IW/TRV prefix' }
}

const lineOf = (frame: Uint8Array): string => latin1(frame).replace(/#$/, '')
const repliesTo = (frame: Uint8Array): string[] =>
  watchIw
    .read(frame, context)
    .replies.map((reply) => latin1(reply).replace(/^(\w+BP00),\d{14},0#$/, '$1,<UTC>,<tz>#'))

function viewOf(message: IwFrame): Record<string, unknown> {
  const read = readMessage(message)
  const { login, position, state, alarm, vitals, activity, ack, media } = read
  return withoutAbsent({
    vendor_prefix: message.prefix,
    opcode: message.opcode,
    args: argsOf(message.rest),
    login: login && group({ imei: login.imei, iccid: login.iccid, imsi: login.imsi }),
    position: position && positionOf(position, state?.satellites),
    gsm: state?.gsm,
    satellites: state?.satellites,
    battery_percent: (state?.battery ?? vitals?.battery) || undefined,
    mode: state?.mode,
    cells: read.cells?.map(withoutAbsent),
    wifi: read.wifi?.map(({ ssid, bssid, signal }) => ({ ssid, bssid, signal_raw: signal })),
    wifi_count: read.wifiCount,
    ...alarmOf(alarm),
    address_requested: read.wantsAddress,
    activity: activity && group(activity),
    vitals: vitals && vitalsOf(vitals),
    media: media && group(media),
    time: isoOf(read.time),
    type: read.type,
    event: read.happened && NAMES[read.happened],
    worn: read.wearing === undefined ? undefined : read.wearing === 1,
    ack: ack && ackOf(message.opcode, ack),
    reply: replyTo(message, read, context)?.replace(
      /^(\w+BP00),\d{14},0#$/,
      '$1,<UTC yyyymmddHHMMSS>,<timezone>#',
    ),
    reject: read.unread === undefined && read.unknown === undefined ? undefined : true,
  })
}

const positionOf = (position: NonNullable<IwMessage['position']>, satellites: number | undefined) =>
  withoutAbsent({
    time: isoOf(position.time),
    valid: position.isValid,
    lat: position.lat,
    lon: position.lng,
    speed_kmh: position.speedKmh,
    course: position.course,
    satellites,
  })

const NAMES: Record<string, string> = {
  SOS: 'sos',
  LOW_BATTERY: 'low_battery',
  OFF_WRIST: 'watch_removed',
  FALL: 'fall',
}

function alarmOf(alarm: IwMessage['alarm']): Record<string, unknown> {
  if (!alarm) return {}
  const event = ANY_IW.alarms[alarm.code]
  return {
    alarm_code: alarm.code,
    language: alarm.language,
    alarm_events: event ? [NAMES[event]] : [],
  }
}

const vitalsOf = (vitals: NonNullable<IwMessage['vitals']>) =>
  withoutAbsent({
    heart_rate: vitals.heartRate,
    systolic: vitals.systolic,
    diastolic: vitals.diastolic,
    spo2: vitals.spo2,
    blood_sugar: vitals.bloodSugar,
    temperature_c: vitals.temperature,
    sleep_deep_min: vitals.sleepDeep,
    sleep_light_min: vitals.sleepLight,
    battery_percent: vitals.battery,
  })
