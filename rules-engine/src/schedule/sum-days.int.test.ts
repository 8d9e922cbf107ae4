import { metrics } from '@carewatch/contracts/metrics'
import { DAY_MS, graphKeys, unpackDays } from '@carewatch/contracts/summed-days'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EngineHarness, startHarness } from '../testing.ts'
import { createDaySums } from './sum-days.ts'

const now = Date.parse('2026-11-22T13:00:00Z')
const today = Date.parse('2026-11-22T00:00:00Z')
/** As far back as these tests go. */
const first = today - 130 * DAY_MS
const { heartRate, systolic, diastolic } = metrics

describe('the days that are summed', () => {
  let harness: EngineHarness
  let ids: number[]
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())

  const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await harness.owner.query<Row>(text, values)).rows
  const measure = (deviceId: number, at: number, values: Record<number, number>) =>
    ask(
      'insert into readings (device_id, metric, time, value) select $1, m, $2, v from unnest($3::int2[], $4::float4[]) as found (m, v)',
      [deviceId, new Date(at), Object.keys(values), Object.values(values)],
    )
  const touch = (deviceId: number, day: number) =>
    ask('insert into reading_days_touched (device_id, day) values ($1, $2)', [deviceId, new Date(day)])
  const touched = async () => (await ask('select from reading_days_touched')).length
  type Known = { since: string; until: string }
  const known = async () =>
    (await ask<Known>('select since::text as since, until::text as until from reading_days_known'))[0]
  type Kept = { day: number; quarters: Buffer; whole: Buffer }
  const kept = (deviceId: number, metric: number) =>
    ask<Kept>(
      `select (date_part('epoch', day) / 86400)::int as day, quarters, whole from reading_days where device_id = $1 and metric = $2 order by 1`,
      [deviceId, metric],
    )
  const unpacked = ({ day, ...of }: Kept, column: 'quarters' | 'whole', width: number) => {
    const head = Buffer.alloc(8)
    head.writeInt32BE(day)
    head.writeInt32BE(of[column].length, 4)
    return unpackDays(Buffer.concat([head, of[column]]), width)
  }
  const sumUntilDone = async (sum = createDaySums({ first }), at = now) => {
    do await sum(harness.pool, at)
    while ((await known())?.since !== '-infinity' || (await touched()) > 0)
  }

  beforeEach(async () => {
    await ask('delete from readings')
    await ask('delete from reading_days')
    await ask('delete from reading_days_touched')
    await ask(
      "update reading_days_known set since = 'infinity', until = 'infinity', begins_at = $1, graphs = '{}'",
      [new Date(today - 20 * DAY_MS)],
    )
    ids = []
    for (let n = 0; n < 3; n++) ids.push((await createDevice(harness.db)).id)
  })

  it('say of each quarter of an hour and of the day the lowest and the highest with their times, of the same value the first and the last', async () => {
    const [id = 0] = ids
    const day = today - 3 * DAY_MS
    const minute = (n: number) => day + n * 60_000
    for (const [n, value] of [71, 70, 70, 72, 72].entries())
      await measure(id, minute(n), { [heartRate.id]: value })
    await measure(id, minute(15), { [heartRate.id]: 36.5 })
    await measure(id, day + DAY_MS - 1, { [heartRate.id]: 199 })
    await measure(id, day + DAY_MS, { [heartRate.id]: 20 })
    await sumUntilDone()
    const [of, next] = await kept(id, heartRate.id)
    if (!of || !next) throw new Error('two days have readings')
    expect(unpacked(of, 'quarters', 1)).toEqual([
      { count: 5, row: [minute(1), 70, minute(4), 72] },
      { count: 1, row: [minute(15), 36.5, minute(15), 36.5] },
      { count: 1, row: [day + DAY_MS - 1, 199, day + DAY_MS - 1, 199] },
    ])
    expect(unpacked(of, 'whole', 1)).toEqual([{ count: 7, row: [minute(15), 36.5, day + DAY_MS - 1, 199] }])
    expect(unpacked(next, 'whole', 1)).toEqual([{ count: 1, row: [day + DAY_MS, 20, day + DAY_MS, 20] }])
  })

  it('hold of a graph of two what was measured at once', async () => {
    const [id = 0] = ids
    const day = today - 9 * DAY_MS
    await measure(id, day, { [systolic.id]: 120, [diastolic.id]: 90 })
    await measure(id, day + 1, { [systolic.id]: 180, [diastolic.id]: 70 })
    // Alone it is no blood pressure.
    await measure(id, day + 2, { [systolic.id]: 240 })
    await sumUntilDone()
    const [of] = await kept(id, systolic.id)
    const both = [day, 120, 90, day + 1, 180, 70, day + 1, 180, 70, day, 120, 90]
    expect(of && unpacked(of, 'quarters', 2)).toEqual([{ count: 2, row: both }])
    expect(await kept(id, diastolic.id)).toEqual([])
  })

  it('are not begun with while a broker of before may write', async () => {
    await measure(ids[0] ?? 0, today - 3 * DAY_MS, { [heartRate.id]: 70 })
    await ask('update reading_days_known set begins_at = $1', [new Date(now + 1)])
    await createDaySums({ first })(harness.pool, now)
    expect(await known()).toEqual({ since: 'infinity', until: 'infinity' })
    expect(await kept(ids[0] ?? 0, heartRate.id)).toEqual([])
  })

  it('are those that ended twelve hours ago, and with each turn the next', async () => {
    const [id = 0] = ids
    for (const ago of [2, 1, 0]) await measure(id, today - ago * DAY_MS, { [heartRate.id]: 70 })
    const sum = createDaySums({ first })
    await sumUntilDone(sum, today + DAY_MS / 2 - 1)
    const days = async () => (await kept(id, heartRate.id)).map(({ day }) => today / DAY_MS - day)
    expect(await days()).toEqual([2])
    await sum(harness.pool, today + DAY_MS / 2)
    expect(await days()).toEqual([2, 1])
    expect((await known())?.until).toMatch(/^2026-11-22 00:00:00/)
  })

  it('are not ahead of a clock that went back, and what was known of before stays', async () => {
    await sumUntilDone()
    await createDaySums({ first })(harness.pool, now - 5 * DAY_MS)
    expect(await known()).toEqual({ since: '-infinity', until: '2026-11-17 00:00:00+00' })
  })

  it('are summed anew when they were touched, of what is left: nothing, where nothing is', async () => {
    const [id = 0, other = 0] = ids
    const [day, before] = [today - 3 * DAY_MS, today - 30 * DAY_MS]
    for (const each of [id, other])
      for (const at of [day, before]) await measure(each, at, { [heartRate.id]: 70 })
    await sumUntilDone()
    await measure(id, day + 1, { [heartRate.id]: 31 })
    await ask('delete from readings where device_id = $1 and time = $2', [id, new Date(before)])
    // Of the other's nothing was said, so nothing is looked at.
    await ask('delete from readings where device_id = $1', [other])
    await touch(id, day)
    await touch(id, before)
    await createDaySums({ first })(harness.pool, now)
    const rows = await kept(id, heartRate.id)
    expect(rows.flatMap((row) => unpacked(row, 'whole', 1))).toEqual([
      { count: 2, row: [day + 1, 31, day, 70] },
    ])
    expect(await kept(other, heartRate.id)).toHaveLength(2)
    expect(await touched()).toBe(0)
  })

  it('are summed anew once, however many marks say so, and of the next ones later', async () => {
    const [id = 0, other = 0] = ids
    const day = today - 100 * DAY_MS
    await measure(id, day, { [heartRate.id]: 70 })
    await sumUntilDone()
    // Of one day more marks than days are taken at once, then of as many days as are, and one of the first day again.
    await ask(
      `insert into reading_days_touched (device_id, day) select $1::int, $3::timestamptz from generate_series(1, 300)
        union all select $2::int, $3::timestamptz + n * interval '24 hours' from generate_series(1, 200) n union all select $1::int, $3`,
      [id, other, new Date(day)],
    )
    await measure(id, day + 1, { [heartRate.id]: 31 })
    await createDaySums({ first, turnMs: 0 })(harness.pool, now)
    const left = await ask<{ deviceId: number; day: Date }>(
      'select device_id as "deviceId", day from reading_days_touched',
    )
    expect(left).toEqual([{ deviceId: other, day: new Date(day + 200 * DAY_MS) }])
    const [row] = await kept(id, heartRate.id)
    expect(row && unpacked(row, 'whole', 1)).toEqual([{ count: 2, row: [day + 1, 31, day, 70] }])
  })

  it('that are new take turns with those that were touched, without end', async () => {
    const [id = 0] = ids
    const sum = createDaySums({ first, turnMs: 0, devicesAtOnce: 1_000 })
    const start = now - 3 * DAY_MS
    await sum(harness.pool, start)
    for (const ago of [3, 2, 1]) await measure(id, today - ago * DAY_MS, { [heartRate.id]: 70 })
    // Before each step another mark: there is no step without one.
    for (let n = 0; n < 4; n++) {
      await touch(id, today - (50 + n) * DAY_MS)
      await sum(harness.pool, start + 2 * DAY_MS)
    }
    expect((await known())?.until).toMatch(/^2026-11-21 00:00:00/)
    expect(await kept(id, heartRate.id)).toHaveLength(2)
    expect(await touched()).toBe(1)
  })

  it('are begun anew where other graphs are drawn than before', async () => {
    const [id = 0] = ids
    await measure(id, today - 40 * DAY_MS, { [heartRate.id]: 70 })
    await sumUntilDone()
    await ask("delete from reading_days; update reading_days_known set graphs = '{12}'")
    await createDaySums({ first, turnMs: 0 })(harness.pool, now)
    expect((await known())?.since).not.toBe('-infinity')
    await sumUntilDone()
    expect(await kept(id, heartRate.id)).toHaveLength(1)
    expect((await ask<{ graphs: number[] }>('select graphs from reading_days_known'))[0]?.graphs).toEqual(
      graphKeys,
    )
  })

  it('are begun anew in the middle of a day too, and not before parts of this version alone write', async () => {
    const devicesAtOnce = 1
    const sum = createDaySums({ first: today - 2 * DAY_MS, turnMs: 0, devicesAtOnce })
    for (const id of ids) await measure(id, today - DAY_MS, { [heartRate.id]: 70 })
    // Until these devices of the newest day of before are summed, and that day is not.
    for (let isSummed = false; !isSummed;) {
      await sum(harness.pool, now)
      isSummed = (await kept(ids.at(-1) ?? 0, heartRate.id)).length > 0
    }
    expect((await known())?.since).toBe('2026-11-22 00:00:00+00')
    await ask('update readings set value = 31')
    await ask("update reading_days_known set graphs = '{}', begins_at = 'infinity'")
    for (let n = 0; n < 3; n++) await sum(harness.pool, now)
    expect(await ask('select graphs from reading_days_known')).toEqual([{ graphs: [] }])
    await ask('update reading_days_known set begins_at = $1', [new Date(now)])
    await sumUntilDone(sum)
    for (const id of ids)
      expect((await kept(id, heartRate.id)).map((row) => unpacked(row, 'whole', 1)[0]?.row[1])).toEqual([31])
  })

  it('of before go on while each day another one is over, however long one takes', async () => {
    const devices = (await ask('select from devices')).length
    const devicesAtOnce = Math.floor(devices / 3) + 1
    const steps = Math.floor(devices / devicesAtOnce) + 1
    const sum = createDaySums({ first, turnMs: 0, devicesAtOnce })
    const start = now - 15 * DAY_MS
    await sum(harness.pool, start)
    expect(await known()).toEqual({ since: '2026-11-07 00:00:00+00', until: '2026-11-07 00:00:00+00' })
    // Each day there is time for that day and for some of the devices more.
    for (let day = 1; day <= steps; day++)
      for (let n = 0; n <= steps; n++) await sum(harness.pool, start + day * DAY_MS)
    expect(await known()).toEqual({
      since: '2026-11-06 00:00:00+00',
      until: new Date(today - (15 - steps) * DAY_MS).toISOString().replace('T', ' ').replace('.000Z', '+00'),
    })
  })

  it('are summed again where what was summed was not committed', async () => {
    const day = today - 2 * DAY_MS
    for (const id of ids) await measure(id, day, { [heartRate.id]: 70 })
    const sum = createDaySums({ first: today - 4 * DAY_MS, turnMs: 0, devicesAtOnce: 1 })
    await sum(harness.pool, now)
    await ask(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$;
      create constraint trigger refuse after insert on reading_days deferrable initially deferred for each row execute function refuse()`)
    // Of each device before these there is nothing to commit.
    const begun = async () => (await kept(ids[0] ?? 0, heartRate.id)).length
    let refused = 0
    for (let n = 0; n < 100 && refused < 2; n++) await sum(harness.pool, now).catch(() => refused++)
    expect(refused).toBe(2)
    expect(await begun()).toBe(0)
    await ask('drop trigger refuse on reading_days; drop function refuse')
    await sumUntilDone(sum)
    for (const id of ids) expect(await kept(id, heartRate.id)).toHaveLength(1)
  })

  it('are the same when leaders take turns, and one alone is at it at a time', async () => {
    for (let n = 0; n < 25; n++) ids.push((await createDevice(harness.db)).id)
    for (const id of ids)
      for (const ago of [1, 2, 9, 100, 119]) await measure(id, today - ago * DAY_MS, { [heartRate.id]: 70 })
    const leader = () => createDaySums({ first, turnMs: 20, devicesAtOnce: 10 })
    const leaders = [leader(), leader()]
    const holder = await harness.pool.connect()
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('reading_days'))`)
    await leaders[0]?.(harness.pool, now)
    expect(await known()).toEqual({ since: 'infinity', until: 'infinity' })
    await holder.query('commit')
    holder.release()
    while ((await known())?.since !== '-infinity')
      await Promise.all(leaders.map((sum) => sum(harness.pool, now)))
    const all = await ask<{ n: number }>(
      `select count(*)::int as n from reading_days where octet_length(whole) = 18 and device_id = any($1)`,
      [ids],
    )
    expect(all[0]?.n).toBe(ids.length * 5)
  })
})
