import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type {
  wearerLocations,
  wearerOverview,
  wearerReadings,
} from '@carewatch/contracts/http/wearer-readings'
import { NO_BOUNDS } from '@carewatch/contracts/limits'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Caller } from '../access/viewer.ts'
import { AHEAD, lastOf, mayLocateWearer, type WornSpan, wornSpans } from '../access/worn-spans.ts'
import { deviceBounds } from '../devices/settings/limits.ts'
import { knownZone } from '../http/zone.ts'
import type { Services } from '../services.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import type { Sample } from './decimate.ts'
import { partsByPath, readSamples, writeHistory } from './history.ts'
import { readTrack } from './location-history.ts'
import { type TimeSpan, worthlessIn } from './worthless.ts'
import { readSpans } from './overview.ts'

type Needed = Pick<Services, 'db' | 'facts' | 'log'>

/** Where nothing is worn, nothing sets limits. */
const noBounds = () => NO_BOUNDS

const toSpan = ({ uuid, from, to }: WornSpan) => ({ assignmentUuid: uuid, from, to })

/** A graph of a person over everything they wore, as JSON: the points of each device by itself, in order of time. */
export async function readWearerHistory(
  services: Needed,
  caller: Caller,
  { params, query }: Input<typeof wearerReadings>,
): Promise<string> {
  const parts = partsByPath.get(params.measurement) ?? {}
  const wearer = await getVisibleWearer(services.db, caller, params.uuid)
  const to = query.to ?? new Date()
  const spans = await wornSpans(services.db, caller, { wearerId: wearer.id, from: params.time, to })
  const names = Object.values(parts)
  const samples: Sample[] = []
  const worthless: TimeSpan[] = []
  let widest = 0
  for (const span of spans) {
    const range = { deviceId: span.deviceId, from: span.from, to: lastOf(span, to) }
    const found = await readSamples(services, range, names)
    samples.push(...found.samples)
    worthless.push(...(await worthlessIn(services, { range, samples: found.samples, names })))
    widest = Math.max(widest, found.spanMs)
  }
  // Two devices at once, a watch and a pendant, report between each other.
  const inTime = samples.toSorted(([one = 0], [other = 0]) => one - other)
  const written = writeHistory({ samples: inTime, spanMs: widest, worthless }, Object.keys(parts))
  return `${written.slice(0, -1)},"spans":${JSON.stringify(spans.map(toSpan))}}`
}

/** The newest value and the extremes of every metric of a person. The limits are those of what they wear now, and of more the one they wear the shortest. */
export async function readWearerOverview(
  services: Needed,
  caller: Caller,
  { params }: Input<typeof wearerOverview>,
): Promise<Reply<typeof wearerOverview>> {
  const { db } = services
  const wearer = await getVisibleWearer(db, caller, params.uuid)
  const now = new Date()
  const worn = await wornSpans(db, caller, { wearerId: wearer.id, from: new Date(0), to: now })
  const spans = worn.map((span) => ({ deviceId: span.deviceId, from: span.from, to: lastOf(span, AHEAD) }))
  const present = worn.findLast(({ to }) => to === null || to > now)
  const boundsOf = present ? await deviceBounds(db, present.deviceId) : noBounds
  const zone = knownZone(caller.timeZone)
  return { overview: await readSpans(services, { spans, zone }, boundsOf) }
}

/** Where a person was, over everything they wore. */
export async function readWearerLocations(
  services: Needed,
  caller: Caller,
  { params, query }: Input<typeof wearerLocations>,
): Promise<Reply<typeof wearerLocations>> {
  const { db, facts } = services
  const wearer = await getVisibleWearer(db, caller, params.uuid)
  if (!(await mayLocateWearer(db, caller, wearer.id))) throw new Refusal('forbidden', 'noLocation')
  const to = query.to ?? new Date()
  const spans = await wornSpans(db, caller, { wearerId: wearer.id, from: params.time, to })
  const tracks = []
  for (const span of spans)
    tracks.push(await readTrack(facts, { deviceId: span.deviceId, from: span.from, to: lastOf(span, to) }))
  return {
    positions: tracks
      .flatMap(({ positions }) => positions)
      .toSorted((one, other) => one.time.getTime() - other.time.getTime()),
    thinned: tracks.some(({ thinned }) => thinned),
    spanMs: Math.max(0, ...tracks.map(({ spanMs }) => spanMs)),
    spans: spans.map(toSpan),
  }
}
