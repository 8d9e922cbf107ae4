import { defaultSettings } from '@carewatch/contracts/default-settings'
import { isoOf } from '@carewatch/devices/kit/clocks'
import { fieldOf, isFields, numberIn, readJson } from '@carewatch/devices/kit/json'
import { wordOf } from '@carewatch/devices/kit/text'
import { owntracks, timeIn } from '@carewatch/devices/owntracks/owntracks'
import { encodePhoneCommand } from '@carewatch/devices/owntracks/encode'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { intentOf } from './intents.ts'
import { context, withoutAbsent } from './plain.ts'

/** OwnTracks in the words of its case file. */
export const owntracksView: View = (one) => {
  const document = readJson(bytesOf(one))
  const topic = one.topic ?? wordOf(fieldOf(isFields(document) ? document : {}, 'topic'))
  const [, user, device] = topic.split('/')
  if (one.direction === 'to-device') return encodeCase(one, { user: user ?? '', device: device ?? '' })
  if (!isFields(document)) return { reject: true }
  const type = fieldOf(document, '_type')
  const { positions } = owntracks('', bytesOf(one), context.receivedAt)
  const number = (name: string) => numberIn(fieldOf(document, name))
  const isLocation = type === 'location'
  const place = { lat: number('lat'), lon: number('lon') }
  return withoutAbsent({
    type,
    location: isLocation ? locationOf(number, isoOf(timeIn(document, 'tst'))) : undefined,
    ...(!isLocation && place),
    valid_location: positions.length > 0,
    time: isoOf(timeIn(document, 'tst')),
    battery_percent: positive(number('batt')),
    trigger: fieldOf(document, 't'),
    tid: fieldOf(document, 'tid'),
    user,
    device,
    event: fieldOf(document, 'event'),
    region: fieldOf(document, 'desc'),
    radius_m: number('rad'),
    steps: isCounted(number('steps')) ? number('steps') : undefined,
    from: isoOf(timeIn(document, 'from')),
    to: isoOf(timeIn(document, 'to')),
    uuid: fieldOf(document, 'uuid'),
    major: number('major'),
    minor: number('minor'),
    rssi: number('rssi'),
    offline: type === 'lwt' ? true : undefined,
    connected_since: type === 'lwt' ? isoOf(timeIn(document, 'tst')) : undefined,
  })
}

const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : undefined)
const isCounted = (value: number | undefined): boolean => value !== undefined && value >= 0

/** What a phone can be asked in one word. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/steps/, 'reportSteps'],
  [/(?:clear|delete|remove).*(?:waypoint|region)/, 'clearWaypoints'],
  [/waypoint|region/, 'waypoints'],
  [/dump|configuration/, 'dump'],
  [/status/, 'status'],
]

function encodeCase(one: Case, to: { user: string; device: string }): Record<string, unknown> {
  const { name } = intentOf(one.expected)
  const action = ACTIONS.find(([words]) => words.test(name))?.[1]
  if (action) return { message: { _type: 'cmd', action } }
  const [down] = encodePhoneCommand('LOCATE', to, defaultSettings)
  return { message: down && JSON.parse(down.payload) }
}

const locationOf = (number: (name: string) => number | undefined, time: string | undefined) =>
  withoutAbsent({
    lat: number('lat'),
    lon: number('lon'),
    time,
    accuracy_m: number('acc'),
    altitude_m: number('alt'),
    speed_kmh: number('vel'),
    course: number('cog'),
  })
