import { measured, type Press, pressed } from '../advertisements/facts.ts'
import { type RawSighting, timeOfSeconds, UNKNOWN_RSSI } from '../advertisements/sighting.ts'
import { type Fields, isFields, macIn, numberIn, rssiIn } from '../kit/json.ts'
import { wordOf } from '../kit/text.ts'

const COMPONENT = /^bthomedevice:(\d{3})$/
const PRESSES: Record<string, Press> = {
  single_push: 'PRESS',
  double_push: 'DOUBLE',
  triple_push: 'TRIPLE',
  long_push: 'LONG',
  long_double_push: 'LONG',
  long_triple_push: 'LONG',
  hold_press: 'LONG',
}

/** A way of pressing, if it is none of those. */
const PRESSED = /_(?:push|press)$/

/** What the firmware itself says of the sensors that were added to a Shelly: which button was pressed, and how they fare. */
export function firmwareSightings({ src, params }: Fields, receivedAt: number): RawSighting[] {
  if (!isFields(params)) return []
  const events = Array.isArray(params.events) ? params.events.filter(isFields) : []
  const reported = [
    ...events.map((fields) => ({ component: wordOf(fields.component), fields })),
    ...Object.keys(params).flatMap((component) => {
      const fields = params[component]
      return isFields(fields) ? [{ component, fields }] : []
    }),
  ]
  return reported.flatMap(({ component, fields }) => {
    const mac = macIn(fields.addr) ?? addressOf(wordOf(src), component)
    const seconds = numberIn(fields.ts) ?? numberIn(fields.last_updated_ts) ?? numberIn(params.ts)
    const row = mac === undefined ? undefined : sightingOf(fields, timeOfSeconds(seconds, receivedAt))
    return row && mac !== undefined ? [{ ...row, mac, name: component }] : []
  })
}

function sightingOf(fields: Fields, time: number): Omit<RawSighting, 'mac'> | undefined {
  const event = wordOf(fields.event)
  const press = PRESSES[event]
  const rssi = rssiIn(fields.rssi)
  const isUnknown = !press && PRESSED.test(event)
  if (!press && !isUnknown && rssi === undefined) return undefined
  const facts = {}
  pressed(facts, numberIn(fields.idx) ?? 0, press)
  measured(facts, 'battery', numberIn(fields.battery))
  return {
    rssi: rssi ?? UNKNOWN_RSSI,
    time,
    facts,
    ...(press && { seems: 'BUTTON' }),
    ...(isUnknown && { unknown: { reason: 'unknownEvent', detail: `event ${event}` } }),
  }
}

/** The firmware gives a sensor a number from 200 on and keeps its address to itself: ours is one that nobody has (administered locally), of the end of the Shelly's own and the number. */
function addressOf(src: string, component: string): string | undefined {
  const number = Number(COMPONENT.exec(component)?.[1]) - 200
  const [, own] = /-[0-9a-f]{4}([0-9a-f]{8})$/i.exec(src) ?? []
  if (own === undefined || !(number >= 0 && number <= 0xff)) return undefined
  return `0e${own.toLowerCase()}${number.toString(16).padStart(2, '0')}`
}
