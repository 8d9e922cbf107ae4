import type { Input } from '@carewatch/contracts/http/endpoint'
import { type history as contract, MAX_POINTS } from '@carewatch/contracts/http/readings'
import { graphs } from '@carewatch/contracts/measurements'
import { metric, type MetricName } from '@carewatch/contracts/metrics'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { laterOf } from '../access/worn.ts'
import type { Services } from '../services.ts'
import { isLong, rounded, type Sample, samplesOf, spanBetween } from './decimate.ts'
import { everyReading, extent, extremes, type Range, type Width } from './history-sql.ts'
import { readSummed } from './summed.ts'
import { type TimeSpan, worthlessIn } from './worthless.ts'

/** The metrics of a graph by its path, by the name of their part. */
export const partsByPath = new Map(graphs.map(({ path, parts }) => [path, parts]))

type Asked = Input<typeof contract>

/** The readings of a graph, as JSON: at most `MAX_POINTS`, and no span loses its lowest or highest. */
export async function readHistory(
  services: Pick<Services, 'db' | 'facts' | 'log'>,
  caller: Caller,
  { params: { imei, measurement, time: from }, query }: Asked,
): Promise<string> {
  const parts = partsByPath.get(measurement) ?? {}
  const device = await getVisibleDevice(services.db, caller, { imei })
  const range = {
    deviceId: device.id,
    from: laterOf(from, device.shownSince),
    to: query.to ? new Date(query.to) : new Date(),
  }
  const names = Object.values(parts)
  const { samples, spanMs } = await readSamples(services, range, names)
  const worthless = await worthlessIn(services, { range, samples, names })
  return writeHistory({ samples, spanMs, worthless }, Object.keys(parts))
}

const EXTENT = extent(MAX_POINTS + 1)
const EVERY_READING = { 1: everyReading(1), 2: everyReading(2), 3: everyReading(3) }
const EXTREMES = { 1: extremes(1), 2: extremes(2), 3: extremes(3) }

type Extent = { count: number; first: Date | null; last: Date | null }

type Found = { samples: readonly Sample[]; spanMs: number }

/** The samples of one device in a time, and the width of the spans of which only the extremes were kept. */
export async function readSamples(
  { facts }: Pick<Services, 'facts'>,
  range: Range,
  names: MetricName[],
): Promise<Found> {
  const ids = names.map((name) => metric(name).id)
  return (isLong(range) ? await readSummed(facts, range, ids) : null) ?? readEach(facts, range, ids)
}

/** By its readings alone. */
async function readEach(facts: Services['facts'], range: Range, ids: readonly number[]): Promise<Found> {
  // Safe: a graph shows one to three metrics.
  const width = ids.length as Width
  const place = [range.deviceId, range.from, range.to]

  // Without a name, as below.
  const found = await facts.query<Extent>({ text: EXTENT, values: [...place, ids[0]] })
  const [{ count, first, last } = { count: 0, first: null, last: null }] = found.rows
  if (!first || !last) return { samples: [], spanMs: 0 }

  const isFew = count <= MAX_POINTS
  const spanMs = isFew ? 0 : spanBetween(range, [first.getTime(), last.getTime()], width)
  // Without a name it is planned for these very times: the plan kept for any times takes twice as long for two metrics.
  const { rows } = await facts.query<number[]>({
    text: isFew ? EVERY_READING[width] : EXTREMES[width],
    values: isFew ? [...place, ...ids] : [...place, ...ids, spanMs],
    rowMode: 'array',
  })
  const samples = isFew
    ? rows
    : samplesOf(
        rows.map(([, ...row]) => row),
        width,
      )
  return { samples, spanMs }
}

type Written = { samples: readonly Sample[]; spanMs: number; worthless: readonly TimeSpan[] }

/** Written by hand: encoding two thousand points through the contract's schema takes longer than reading them. */
export function writeHistory({ samples, spanMs, worthless }: Written, names: readonly string[]): string {
  const points = samples.map(([time = 0, ...values]) => {
    const fields = names.map((name, index) => `"${name}":${rounded(values[index] ?? 0)}`)
    return `{"time":"${new Date(time).toISOString()}",${fields.join(',')}}`
  })
  const spans = worthless.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))
  return `{"readings":[${points.join(',')}],"spanMs":${spanMs},"worthless":${JSON.stringify(spans)}}`
}
