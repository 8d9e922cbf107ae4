import type { EventType } from '@carewatch/contracts/alarms'
import type { PositionPayload } from '@carewatch/contracts/payloads'
import { given, type Origin, type WatchProtocol, utcOf } from './watch-protocol.ts'

const ALARMS: Partial<Record<EventType, string>> = {
  SOS: '01',
  LOW_BATTERY: '02',
  OFF_WRIST: '04',
  FALL: '05',
  // A code that stands in no paper.
  UNKNOWN_ALARM: '77',
}
const NOWHERE: PositionPayload = { lat: 0, lng: 0 }
const MODE = '02'
const CELL = '425,1,9520,3671'

const three = (value: number): string => String(Math.round(value)).padStart(3, '0')

/** `ddmm.mmmmN`, the longitude with one digit more. */
function degrees(value: number, width: number, [plus, minus]: [string, string]): string {
  const size = Math.abs(value)
  const whole = Math.floor(size)
  const minutes = ((size - whole) * 60).toFixed(4).padStart(7, '0')
  return `${String(whole).padStart(width, '0')}${minutes}${value < 0 ? minus : plus}`
}

/** Date, fix, speed, time, course, and then signal, satellites, battery, space, fortification and mode. */
function place(
  at: PositionPayload | undefined,
  { time, battery }: { time: number; battery: number },
): string {
  const { date, clock } = utcOf(time)
  const { lat, lng } = at ?? NOWHERE
  const fix = at ? 'A' : 'V'
  const spot = `${degrees(lat, 2, ['N', 'S'])}${degrees(lng, 3, ['E', 'W'])}`
  return `${date}${fix}${spot}000.0${clock}000.00${three(60)}${three(at ? 9 : 0)}${three(battery)}0${'00'}${MODE},${CELL}`
}

const heartbeat = (battery: number, steps: number): string =>
  `IWAP03,${three(60)}${three(9)}${three(battery)}000${MODE},${steps},0#`

/** Thinkrace, Vivistar and their like: `IWAPxx…#`. */
export const iw: WatchProtocol = {
  hello: (imei) => `IWAP00${imei},8900000000000000001,425010123456789#`,
  readings: (reading, { time }: Origin) => {
    const { heartRate, systolic, diastolic, spo2, temperature, steps, battery = 100, position } = reading
    const pressure =
      systolic !== undefined && diastolic !== undefined
        ? [`IWAPHP,${heartRate ?? ''},${systolic},${diastolic},${spo2 ?? ''},,#`]
        : given(heartRate, (value) => `IWAP49,${value}#`)
    return [
      ...pressure,
      ...given(temperature, (value) => `IWAP50,${value},${battery}#`),
      ...given(steps, (value) => heartbeat(battery, value)),
      ...given(position, (value) => `IWAP01${place(value, { time, battery })}#`),
    ]
  },
  event: ({ type, fix, ...when }) =>
    given(ALARMS[type], (code) => `IWAP10${place(fix, when)},${code},en,00,#`),
  split: (received) => {
    const frames = received.split('#')
    return { rest: frames.pop() ?? '', frames }
  },
  // An order bears the watch's own IMEI and a serial; what answers the watch bears neither.
  answer: (frame) => {
    const [, opcode, serial] = /^IWBP(\w\w),\d{15},(\d{6})/.exec(frame) ?? []
    return opcode && serial ? [`IWAP${opcode},${serial}#`] : []
  },
}
