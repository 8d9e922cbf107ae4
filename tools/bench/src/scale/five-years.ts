import { readSamples } from '@carewatch/api/readings/history'
import { readSpans } from '@carewatch/api/readings/overview'
import { offWristIn } from '@carewatch/api/readings/worthless'
import { latestFixes } from '@carewatch/api/readings/latest-fixes'
import { readMeasured } from '@carewatch/api/wearers/ward/measured'
import { NO_BOUNDS } from '@carewatch/contracts/limits'
import { ASSUMED } from '@carewatch/contracts/measuring'
import { migrate } from '@carewatch/migrations/migrate'
import { openTimescale } from '@carewatch/platform/database/client'
import pg from 'pg'
import { median, percentile } from '../figures.ts'
import { fillYears, findWeeks, sumYears, YEARS } from './years.ts'

/**
 * `node tools/bench/src/scale/five-years.ts` with TEST_DATABASE_URL of a server with TimescaleDB: what screens wait for behind five years.
 * CHUNK (`1 day`, `7 days`): how much time a chunk holds; without it, as the product has it. KEEP=true asks a database that is there.
 */
const DAY_MS = 86_400_000
const TIMES = 100
/** What takes seconds is asked less often. */
const MOST_MS = 5_000
/** The first are measured every minute through all the years. */
const DENSE = 2
const WATCHES = 500

const AHEAD = new Date('9999-12-31Z')

type Ask = () => Promise<unknown>

/** The first time is told apart: it plans what later ones find planned. */
async function timed(ask: Ask): Promise<{ first: number; p50: number; p99: number }> {
  const took: number[] = []
  const until = performance.now() + MOST_MS
  for (let time = 0; time <= TIMES && (time < 3 || performance.now() < until); time++) {
    const startedAt = performance.now()
    await ask()
    took.push(performance.now() - startedAt)
  }
  const [first = Number.NaN, ...rest] = took
  return { first, p50: median(rest), p99: percentile(rest, 0.99) }
}

/** One of the watches after another, or one that is measured every minute. */
const device = (dense: boolean): number =>
  dense ? 1 + Math.floor(Math.random() * DENSE) : 1 + DENSE + Math.floor(Math.random() * (WATCHES - DENSE))

function questions(facts: pg.Pool): [name: string, ask: Ask][] {
  const overview = (from: Date, to: Date) =>
    readSpans({ facts }, { spans: [{ deviceId: device(false), from, to }], zone: 'UTC' }, () => NO_BOUNDS)
  const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS)
  const graph = (dense: boolean, days: number) =>
    readSamples({ facts }, { deviceId: device(dense), from: ago(days), to: new Date() }, ['heartRate'])
  const ranges = { day: 1, week: 7, month: 31, '8 weeks': 56, year: 365, '5 years': YEARS * 365.25 }
  const graphs = [false, true].flatMap((dense) =>
    Object.entries(ranges).map(([name, days]): [string, Ask] => [
      `pulse over a ${name}, ${dense ? 'every minute' : 'four a day'}`,
      () => graph(dense, days),
    ]),
  )
  const watch = () => ({ id: device(false), wearerId: 1, since: new Date(0), measuring: ASSUMED })
  return [
    ['overview of a person', () => overview(new Date(0), AHEAD)],
    ['overview of who wore it until two years ago', () => overview(ago(900), ago(730))],
    ...graphs,
    [
      'whether it ever lay off the wrist in 5 years',
      () => offWristIn(facts, { deviceId: device(true), from: ago(ranges['5 years']), to: new Date() }),
    ],
    [
      'where 100 watches are',
      () =>
        latestFixes(
          facts,
          Array.from({ length: 100 }, () => ({ id: device(false), since: new Date(0) })),
        ),
    ],
    ['a ward of 20', () => readMeasured(facts, Array.from({ length: 20 }, watch), Date.now())],
  ]
}

async function prepare(server: string, name: string): Promise<void> {
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
}

const server = process.env.TEST_DATABASE_URL
if (!server)
  throw new Error('TEST_DATABASE_URL takes a server with TimescaleDB, postgres://user@host:port/postgres')
const chunk = process.env.CHUNK
const name = `bench_years_${chunk?.replace(' ', '_') ?? 'as_it_is'}`
const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
const isKept = process.env.KEEP === 'true'
if (!isKept) {
  await prepare(server, name)
  await migrate(url)
  await fillYears(url, { watches: WATCHES, dense: DENSE, chunk })
}
await migrate(url)
await findWeeks(url)
// SUMMED=false: as if no day were.
if (process.env.SUMMED !== 'false') await sumYears(url)
const facts = openTimescale(url, 4)
for (const [what, ask] of questions(facts)) {
  const { first, p50, p99 } = await timed(ask).catch((error: Error) => {
    process.stdout.write(`${what}: ${error.message}\n`)
    return { first: Number.NaN, p50: Number.NaN, p99: Number.NaN }
  })
  const figures = [first, p50, p99].map((ms) => ms.toFixed(1).padStart(9)).join('')
  process.stdout.write(`${what.padEnd(48)}${figures}\n`)
}
await facts.end()
