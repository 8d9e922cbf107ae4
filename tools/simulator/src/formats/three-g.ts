import type { EventType } from '@carewatch/contracts/alarms'
import type { PositionPayload } from '@carewatch/contracts/payloads'
import { given, type WatchProtocol, utcOf } from './watch-protocol.ts'

/** Bits of the status word, as eight hexadecimal digits. */
const ALARMS: Partial<Record<EventType, number>> = {
  SOS: 16,
  LOW_BATTERY: 17,
  OFF_WRIST: 20,
  FALL: 21,
  // A bit that stands in no paper.
  UNKNOWN_ALARM: 27,
}
/** What the server answers to ours: no order, and not answered. */
const ECHOES = new Set([
  'LK',
  'AL',
  'AL_LTE',
  'bphrt',
  'oxygen',
  'btemp2',
  'UD',
  'UD_LTE',
  'TKQ',
  'CONFIG',
  'INIT',
])

const frame = (imei: string, content: string): string =>
  `[3G*${imei.slice(4, 14)}*${content.length.toString(16).toUpperCase().padStart(4, '0')}*${content}]`

type When = { time: number; battery: number; status: number; steps?: number }

/** Date, clock, fix, place, then speed, course, altitude, satellites, signal, battery, steps, tumbles and the status word. */
function block(at: PositionPayload | undefined, { time, battery, status, steps = 0 }: When): string {
  const { reversed, clock } = utcOf(time)
  const { lat, lng } = at ?? { lat: 0, lng: 0 }
  const spot = `${Math.abs(lat).toFixed(6)},${lat < 0 ? 'S' : 'N'},${Math.abs(lng).toFixed(6)},${lng < 0 ? 'W' : 'E'}`
  const word = status.toString(16).toUpperCase().padStart(8, '0')
  return `${reversed},${clock},${at ? 'A' : 'V'},${spot},0.00,0.0,0.0,${at ? 9 : 0},80,${Math.round(battery)},${steps},0,${word},0,0,0`
}

/** SeTracker, 4P-Touch and most watches without a name: `[3G*id*length*TYPE,…]`. */
export const threeG: WatchProtocol = {
  hello: (imei) => frame(imei, 'LK'),
  readings: (reading, { imei, time }) => {
    const { heartRate, systolic, diastolic, spo2, temperature, steps, battery = 100, position } = reading
    const pressure = systolic !== undefined && diastolic !== undefined
    return [
      ...given(pressure ? undefined : heartRate, (value) => frame(imei, `heart,${value}`)),
      ...(pressure ? [frame(imei, `bphrt,${systolic},${diastolic},${heartRate ?? 0},,,,`)] : []),
      ...given(spo2, (value) => frame(imei, `oxygen,0,${value}`)),
      ...given(temperature, (value) => frame(imei, `btemp2,1,${value}`)),
      ...given(steps, (value) => frame(imei, `LK,${value},0,${Math.round(battery)}`)),
      ...given(position, (value) =>
        frame(imei, `UD_LTE,${block(value, { time, battery, steps: steps ?? 0, status: 0 })}`),
      ),
    ]
  },
  event: ({ imei, type, fix, ...when }) =>
    given(ALARMS[type], (bit) => frame(imei, `AL_LTE,${block(fix, { ...when, status: 2 ** bit })}`)),
  split: (received) => {
    const frames = received.split(']')
    return { rest: frames.pop() ?? '', frames: frames.map((one) => `${one}]`) }
  },
  answer: (order) => {
    const [, head, type] = /^(\[\w\w\*\d+\*)[0-9A-Fa-f]{4}\*(\w+)/.exec(order) ?? []
    if (!head || !type || ECHOES.has(type)) return []
    return [`${head}${type.length.toString(16).toUpperCase().padStart(4, '0')}*${type}]`]
  },
}
