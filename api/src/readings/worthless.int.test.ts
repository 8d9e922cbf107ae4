import { metrics } from '@carewatch/contracts/metrics'
import { offWristSpans, type Reported } from '@carewatch/contracts/rules/observer'
import { createDevice } from '@carewatch/migrations/factories'
import { deviceEvents, readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type { Facts } from '../services.ts'
import { offWristOf } from './worthless.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let facts: Facts
beforeAll(async () => {
  database = await testDatabase()
  facts = openTimescale(asService(database.url, 'api'), 4)
})
afterAll(async () => {
  await facts.end()
  await database.drop()
})

const MINUTE = 60_000
const DAY = 24 * 60
/** Long past, so that what is asked for is over. */
const START = Date.UTC(2026, 2, 1)
const at = (minute: number): number => START + minute * MINUTE
const asked = { from: new Date(at(8 * 60)), to: new Date(at(32 * 60)) }

const wearing = (minute: number, value: number): Reported => ({
  type: 'reading',
  metric: 'wearing',
  value,
  time: at(minute),
})
const steps = (minute: number, value: number): Reported => ({
  type: 'reading',
  metric: 'steps',
  value,
  time: at(minute),
})
const event = (minute: number, type: 'ON_WRIST' | 'OFF_WRIST'): Reported => ({
  type: 'event',
  event: type,
  time: at(minute),
})
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

async function recorded(reports: readonly Reported[]): Promise<number> {
  const { id } = await createDevice(database.db)
  for (const report of reports) {
    const time = new Date(report.time)
    if (report.type === 'event')
      await database.db
        .insert(deviceEvents)
        .values({ deviceId: id, type: report.event, time, receivedAt: time })
  }
  const rows = reports.flatMap((report) =>
    report.type === 'reading'
      ? [
          {
            deviceId: id,
            metric: metrics[report.metric].id,
            value: report.value,
            time: new Date(report.time),
          },
        ]
      : [],
  )
  if (rows.length > 0) await database.db.insert(readings).values(rows)
  return id
}

const ask = async (id: number) => (await offWristOf(facts, { deviceIds: [id], ...asked })).get(id) ?? []

/** By every report there is. */
function ofEach(reports: readonly Reported[]) {
  const inTime = reports.toSorted((one, other) => one.time - other.time)
  const isStep = (report: Reported) => report.type === 'reading' && report.metric === 'steps'
  const since = offWristSpans(inTime.filter((report) => !isStep(report)))[0]?.from ?? Infinity
  return offWristSpans(inTime.filter((report) => !isStep(report) || report.time >= since))
    .map(({ from, to }) => ({ from: Math.max(from, asked.from.getTime()), to }))
    .filter(({ from, to }) => to > from && from <= asked.to.getTime())
}

const off = minutes(20 * 60, 32 * 60).map((minute) => wearing(minute, 0))
const on = minutes(0, 20 * 60).map((minute) => wearing(minute, 1))

it.each<[string, Reported[]]>([
  ['lies somewhere from the evening on', [...on, ...off]],
  [
    'is walked with while it says that it lies there',
    [...on, ...off, ...[1_400, 1_401].map((minute) => steps(minute + 0.5, minute * 50))],
  ],
  [
    'climbs slowly, as nobody walks',
    [...off, ...minutes(0, 32 * 60).map((minute) => steps(minute + 0.5, minute))],
  ],
  ['says by an event that it was put on, and then that it lies there', [...off, event(1_500.5, 'ON_WRIST')]],
  ['says by an event that it was taken off, and then that it is worn', [...on, event(1_000.5, 'OFF_WRIST')]],
  ['says it again by an event', [...off, event(1_500.5, 'OFF_WRIST')]],
  [
    'says nothing for longer than it is believed',
    [wearing(0, 0), wearing(10, 0), wearing(500, 0), wearing(900, 0)],
  ],
  ['changes its mind each minute', minutes(0, DAY).map((minute) => wearing(minute, minute % 2))],
])('a watch that %s lay there as all of its reports have it', async (_, reports) => {
  const spans = await ask(await recorded(reports))
  expect(spans.length).toBeGreaterThan(0)
  expect(spans).toEqual(ofEach(reports))
})

it('what it says after it changed hands is said anew', async () => {
  const id = await recorded(off)
  const people = await database.db
    .insert(wearers)
    .values([{ firstName: 'One' }, { firstName: 'Next' }])
    .returning()
  const [one, next] = people.map((person) => person.id)
  const changed = new Date(at(1_500.5))
  await database.db.insert(assignments).values([
    { deviceId: id, wearerId: one ?? 0, startedAt: new Date(at(0)), endedAt: changed },
    { deviceId: id, wearerId: next ?? 0, startedAt: changed },
  ])
  const spans = await ask(id)
  expect(spans.map(({ from }) => from)).toEqual([at(1_200), at(1_501)])
  expect(spans[0]?.to).toBe(changed.getTime())
})

it('of a night by the minute no more is read than when it began and ended, and some between', async () => {
  const still = minutes(0, 32 * 60).map((minute) => steps(minute + 0.5, 3_000))
  const id = await recorded([...on, ...off, ...still])
  const query = vi.spyOn(facts, 'query')
  expect(await ask(id)).toHaveLength(1)
  // Safe: the spy is given the type of the last of several, which answers by a callback.
  const answers = await Promise.all(
    query.mock.results.map(({ value }) => value as unknown as Promise<pg.QueryResult>),
  )
  query.mockRestore()
  expect(answers.reduce((sum, { rows }) => sum + rows.length, 0)).toBeLessThan(40)
})
