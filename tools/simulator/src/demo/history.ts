import { metric, type MetricName, metricNames, type ModelledMetric } from '@carewatch/contracts/metrics'
import { DAY_MS, MINUTE_MS, clockAt } from '../physiology/local-time.ts'
import { personAt, type PersonNow } from '../physiology/person.ts'
import type { Profile } from '../physiology/profile.ts'
import { sleepOf, wokeAt } from '../physiology/sleep.ts'
import { fixAt, type Fix, type Place } from '../physiology/whereabouts.ts'
import { duringEpisode, startOf, type Episode } from './episodes.ts'

/** One metric of one person: what a graph draws. */
export type Series = { metric: MetricName; times: number[]; values: number[] }
export type Track = { time: number; fix: Fix }[]
export type History = { series: Series[]; track: Track }

/** What the models of the body say of each metric that has one. */
const modelled: Record<ModelledMetric, (person: PersonNow) => number | undefined> = {
  heartRate: ({ vitals }) => vitals?.heartRate,
  systolic: ({ vitals }) => vitals?.systolic,
  diastolic: ({ vitals }) => vitals?.diastolic,
  spo2: ({ vitals }) => vitals?.spo2,
  temperature: ({ vitals }) => vitals?.temperature,
  steps: ({ steps }) => steps,
  battery: ({ battery }) => battery,
}
const isModelled = (name: MetricName): name is ModelledMetric => Object.hasOwn(modelled, name)

const valueOf = (name: MetricName, person: PersonNow): number | undefined =>
  isModelled(name) ? modelled[name](person) : person.steady[name]

/** What is measured again and again, and how often. */
const sampled = metricNames.flatMap((name) => {
  const { simulated } = metric(name)
  return simulated.as === 'reported' ? [] : [{ name, everyMs: simulated.everyMinutes * MINUTE_MS }]
})

const GRID_MS = 5 * MINUTE_MS
const POSITION_MS = 15 * MINUTE_MS

/** What is older than a fortnight is there for the long graphs alone: every sixth sample draws the same lines. */
const DENSE_MS = 14 * DAY_MS
const THINNED = 6
const thinningAt = (time: number, now: number): number => (time < now - DENSE_MS ? THINNED : 1)

type Past = { from: number; to: number; now: number; episodes: readonly Episode[] }

function disturbed(calm: number, name: MetricName, { time, now, episodes }: Past & { time: number }): number {
  const value = episodes
    .filter((episode) => episode.metric === name)
    .reduce((sum, episode) => duringEpisode(sum, episode, time - startOf(episode, now)), calm)
  const scale = 10 ** metric(name).decimals
  return Math.round(value * scale) / scale
}

function sleepSeries(profile: Profile, { from, to }: Past): Series[] {
  const nights: { time: number; report: ReturnType<typeof sleepOf> }[] = []
  const dayAt = (time: number): number => clockAt(time, profile.timeZone).day
  // By the days of their calendar: where the clocks were put back 24 hours later is the same day again.
  for (let day = dayAt(from); day <= dayAt(to); day++) {
    const woke = wokeAt(profile, day)
    if (woke > from && woke < to) nights.push({ time: woke, report: sleepOf(profile, day) })
  }
  const times = nights.map(({ time }) => time)
  return [
    { metric: 'sleepDeep', times, values: nights.map(({ report }) => report.deep) },
    { metric: 'sleepLight', times, values: nights.map(({ report }) => report.light) },
    { metric: 'sleepAwake', times, values: nights.map(({ report }) => report.awake) },
  ]
}

/** Everything the watch would have sent between two moments, at the cadence of a calm day. */
export function historyOf(profile: Profile, home: Place, past: Past): History {
  const measured = sampled.map(({ name, everyMs }) => {
    const one: Series = { metric: name, times: [], values: [] }
    return { one, everyMs }
  })
  const series = measured.map(({ one }) => one)
  const track: Track = []
  for (let time = Math.ceil(past.from / GRID_MS) * GRID_MS; time < past.to; time += GRID_MS) {
    const thinning = thinningAt(time, past.now)
    if (time % (GRID_MS * thinning) !== 0) continue
    const person = personAt(profile, time)
    for (const { one, everyMs } of measured) {
      if (time % (everyMs * thinning) !== 0) continue
      const value = valueOf(one.metric, person)
      if (value === undefined) continue
      one.times.push(time)
      one.values.push(disturbed(value, one.metric, { ...past, time }))
    }
    if (time % (POSITION_MS * thinning) === 0) track.push({ time, fix: fixAt(profile, person.clock, home) })
  }
  for (const episode of past.episodes) remember(series, episode, past)
  return { series: [...series, ...sleepSeries(profile, past)], track }
}

/** The very reading an alarm was opened by, whether or not the calm day's cadence had one then. */
function remember(series: readonly Series[], episode: Episode, { from, to, now }: Past): void {
  const time = startOf(episode, now)
  const one = series.find(({ metric: name }) => name === episode.metric)
  if (!one || episode.value === undefined || time < from || time >= to) return
  const at = one.times.findIndex((other) => other >= time)
  const index = at === -1 ? one.times.length : at
  const isThere = one.times[index] === time
  one.times.splice(index, isThere ? 1 : 0, time)
  one.values.splice(index, isThere ? 1 : 0, episode.value)
}
