import { type Codec, type Decoded, nothingDecoded } from '../codec.ts'
import { addMeasured, addPosition, reject, stamp } from '../kit/facts.ts'
import { type Fields, fieldOf, isFields, numberIn, readJson } from '../kit/json.ts'
import { wordOf } from '../kit/text.ts'

/** A phone with the OwnTracks app: what each document is stands in it, whichever topic it came by. Fences are ours to judge, so that one was crossed is read as where it was. */
export const owntracks: Codec = (_leaf, payload, receivedAt) => {
  const decoded = nothingDecoded()
  const document = readJson(payload)
  if (!isFields(document)) reject(decoded, 'json', 'not a document')
  else addDocument(decoded, document, receivedAt)
  return decoded
}

/** What a phone says of itself, and what its broker says when it has gone. */
const UNHEARD = new Set([
  'lwt',
  'waypoint',
  'waypoints',
  'beacon',
  'status',
  'card',
  'cmd',
  'configuration',
  'request',
  'dump',
])

function addDocument(decoded: Decoded, document: Fields, receivedAt: number): void {
  const type = wordOf(fieldOf(document, '_type'))
  if (type === 'location') addLocation(decoded, document, receivedAt)
  else if (type === 'transition') addPlace(decoded, document, timeOf(decoded, document, receivedAt))
  else if (type === 'steps') addSteps(decoded, document, receivedAt)
  else if (!UNHEARD.has(type)) reject(decoded, 'shape', type || 'no _type')
}

const timeOf = (decoded: Decoded, document: Fields, receivedAt: number): number =>
  stamp(decoded, timeIn(document, 'tst'), receivedAt)

/** Seconds, made milliseconds. */
export function timeIn(document: Fields, name: string): number | undefined {
  const seconds = numberIn(fieldOf(document, name))
  return seconds === undefined ? undefined : seconds * 1_000
}

function addLocation(decoded: Decoded, document: Fields, receivedAt: number): void {
  const time = timeOf(decoded, document, receivedAt)
  addPlace(decoded, document, time)
  addMeasured(decoded, time, { battery: numberIn(fieldOf(document, 'batt')) })
}

function addPlace(decoded: Decoded, document: Fields, time: number): void {
  const lat = numberIn(fieldOf(document, 'lat'))
  const lng = numberIn(fieldOf(document, 'lon'))
  const accuracy = numberIn(fieldOf(document, 'acc'))
  if (lat === undefined || lng === undefined) return reject(decoded, 'type', 'position')
  const accuracyM = accuracy !== undefined && accuracy > 0 ? accuracy : null
  addPosition(decoded, { time, lat, lng, accuracyM, source: 'GPS' })
}

/** Below zero: this phone does not count. */
function addSteps(decoded: Decoded, document: Fields, receivedAt: number): void {
  const steps = numberIn(fieldOf(document, 'steps'))
  if (steps === undefined || steps < 0) return
  const time = stamp(decoded, timeIn(document, 'to') ?? timeIn(document, 'tst'), receivedAt)
  addMeasured(decoded, time, { steps })
}
