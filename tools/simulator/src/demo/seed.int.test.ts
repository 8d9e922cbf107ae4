import { metricNames, metrics } from '@carewatch/contracts/metrics'
import { roles } from '@carewatch/contracts/roles'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credentials } from '../credentials.ts'
import { limitsOf } from '../physiology/limits.ts'
import { profileOf } from '../physiology/profile.ts'
import { renewCredentials } from './renew.ts'
import { seedDemo } from './seed.ts'

describe('the demo', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let client: pg.Client
  let credentials: Credentials | undefined
  const now = Date.now()

  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query(text, values)).rows
  const count = async (table: string): Promise<number> =>
    Number((await ask(`select count(*)::int as n from ${table}`))[0]?.n)

  beforeAll(async () => {
    database = await testDatabase()
    client = new pg.Client(database.url)
    await client.connect()
    await seedDemo(database.url, now, (made) => (credentials = made))
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('is made only once', async () => {
    const before = await count('users')
    expect(await seedDemo(database.url, now, () => {})).toBe('already there')
    expect(await count('users')).toBe(before)
  })

  it('has the places and things that the specification names', async () => {
    const places = ['companies', 'branches', 'rooms', 'devices', 'gateways', 'beacons']
    const counts: number[] = []
    for (const place of places) counts.push(await count(place))
    expect(counts).toEqual([2, 3, 8, 20, 6, 12])
    expect(await ask('select count(*)::int as n from devices where not is_sold')).toEqual([{ n: 2 }])
  })

  it.each(['demo.test', 'other.test'])('has an account for every role at %s', async (domain) => {
    const rows = await ask(
      "select distinct role from users where split_part(email, '@', 2) = $1 and email not like 'resident%'",
      [domain],
    )
    expect(new Set(rows.map(({ role }) => role))).toEqual(new Set(roles))
  })

  it('has people with faces, beds and care facts; one is in hospital, one wears nothing, one handed a watch over', async () => {
    const [all] =
      await ask(`select count(*)::int as people, count(w.dob)::int as born, count(u.id)::int as faces,
        count(c.wearer_id)::int as facts, count(w.bed)::int as beds
      from wearers w left join wearer_care c on c.wearer_id = w.id
        left join uploads u on u.wearer_uuid = w.uuid::text and w.image_url = '/api/upload/' || u.uuid`)
    expect(all).toEqual({ people: 20, born: 20, faces: 20, facts: 20, beds: 14 })
    expect(await ask("select first_name, away_reason from wearers where status = 'AWAY'")).toEqual([
      { first_name: 'Avraham', away_reason: 'Hospital' },
    ])
    const present = `select from assignments a where a.wearer_id = w.id and a.ended_at is null`
    expect(
      await ask(`select first_name, status from wearers w where not exists (${present}) order by first_name`),
    ).toEqual([
      { first_name: 'Golda', status: 'ACTIVE' },
      { first_name: 'Henry', status: 'LEFT' },
    ])
    const [handed] =
      await ask(`select old.end, old.ended_at = new.started_at as at_once, w.last_name as to_whom
      from assignments old join assignments new on new.device_id = old.device_id and new.ended_at is null
        join wearers w on w.id = new.wearer_id where old.ended_at is not null`)
    expect(handed).toEqual({ end: 'HANDED_OVER', at_once: true, to_whom: 'Соколова' })
  })

  it.each([
    ['dana', ['RELATIVE', 'RELATIVE'], ['Golden Age Care', 'North Star Living']],
    ['olga', ['SUPERVISOR', 'SUPERVISOR'], ['Golden Age Care', 'North Star Living']],
  ])('has %s at both companies, with one sign-in', async (name, theirs, companies) => {
    const rows = await ask(
      `select u.role, c.name, u.password_hash from users i join users u on u.identity_id = i.id and u.id <> i.id
      join companies c on c.id = u.company_id where i.email = $1 and i.password_hash is not null order by c.name`,
      [`${name}@demo.test`],
    )
    expect(rows.map(({ role }) => role)).toEqual(theirs)
    expect(rows.map((row) => row['name'])).toEqual(companies)
    expect(rows.map((row) => row['password_hash'])).toEqual([null, null])
  })

  it('gives the owner the watch of Mum, who is that to the family alone, and the relative a view of it', async () => {
    expect(
      await ask(`select d.name, o.email as owner, r.email as relative from devices d
        join users o on o.id = d.owner_id join relatives l on l.device_id = d.id join users r on r.id = l.user_id
        where o.email = 'owner@demo.test'`),
    ).toEqual([{ name: 'Watch 01', owner: 'owner@demo.test', relative: 'relative@demo.test' }])
    expect(
      await ask(`select u.email, r.nickname, w.first_name as name from wearer_relations r join users u on u.id = r.user_id
        join wearers w on w.id = r.wearer_id where r.nickname is not null order by u.email`),
    ).toEqual([
      { email: 'owner@demo.test', nickname: 'Mum', name: 'Miriam' },
      { email: 'relative@demo.test', nickname: 'Mum', name: 'Miriam' },
    ])
  })

  it('names no watch and no tag after who wears it', async () => {
    const named = await ask(`select name from devices union all select name from beacons order by name`)
    const people = await ask('select first_name as name from wearers')
    expect(
      named.filter(({ name }) => people.some((one) => String(name).includes(String(one['name'])))),
    ).toEqual([])
    expect(named.filter(({ name }) => /^Watch \d\d$/.test(String(name)))).toHaveLength(20)
  })

  it('remembers eight weeks of whom the stories happen to, and of each other since they wear their watch', async () => {
    const rows = await ask(`select d.name, extract(epoch from now() - d.sold_at) / 86400 as sold,
        extract(epoch from now() - min(r.time)) / 86400 as days
      from devices d join readings r on r.device_id = d.id group by d.id`)
    expect(rows).toHaveLength(18)
    for (const { sold, days } of rows) expect(Number(days)).toBeCloseTo(Math.min(56, Number(sold)), 0)
    expect(Number(rows.find(({ name }) => name === 'Watch 01')?.days)).toBeGreaterThan(55)
    const [former] = await ask(`select count(*)::int as readings from wearers w
      join assignments a on a.wearer_id = w.id
      join readings r on r.device_id = a.device_id and r.time >= a.started_at and r.time < a.ended_at
      where w.first_name = 'Henry'`)
    expect(Number(former?.readings)).toBeGreaterThan(500)
  })

  it('remembers two weeks at least of every metric of every worn watch', async () => {
    const names = metricNames.filter((name) => name !== 'wearing')
    for (const name of names) {
      const [row] = await ask(
        'select count(distinct device_id)::int as watches, extract(epoch from max(time) - min(time)) / 86400 as days from readings where metric = $1',
        [metrics[name].id],
      )
      expect(row?.watches).toBe(18)
      expect(Number(row?.days)).toBeGreaterThan(12)
    }
    expect(await ask('select 1 from readings where time > now()')).toEqual([])
  })

  it('shows in the graph what each alarm of a vital says', async () => {
    const rows = await ask(`select a.value, a.direction,
        (select case when a.direction = 'HIGH' then max(r.value) else min(r.value) end from readings r
          where r.device_id = a.device_id and r.metric = case a.metric
            when 'heartRate' then 1 when 'systolic' then 2 when 'spo2' then 4 when 'temperature' then 5 when 'battery' then 10 end
          and r.time between a.opened_at - interval '30 min' and a.opened_at + interval '1 hour') as seen
      from alarms a where a.metric is not null`)
    expect(rows.length).toBeGreaterThan(7)
    for (const { value, seen } of rows) expect(Math.abs(Number(value) - Number(seen))).toBeLessThan(1)
  })

  it('has work to do: an unread alarm, open and finished tasks, and names behind them', async () => {
    const byStatus = await ask('select status, count(*)::int as n from tasks group by status order by status')
    expect(byStatus.map(({ status }) => status)).toEqual(['DEFERRED', 'DONE', 'IN_PROGRESS', 'OPEN'])
    expect(
      Number((await ask('select count(*)::int as n from notifications where acknowledged_at is null'))[0]?.n),
    ).toBeGreaterThan(1)
    expect(
      await ask("select 1 from tasks where status = 'DONE' and (assigned_to_id is null or outcome is null)"),
    ).toEqual([])
  })

  it('has products and articles of every type, and some to read in Hebrew', async () => {
    expect(await ask('select type, count(*)::int as n from products group by type order by type')).toEqual([
      { type: 'fitness', n: 4 },
      { type: 'monitoring', n: 4 },
    ])
    expect(
      await ask('select language, type, count(*)::int as n from articles group by 1, 2 order by 1, 2'),
    ).toEqual([
      { language: 'en', type: 'general', n: 2 },
      { language: 'en', type: 'gym', n: 4 },
      { language: 'en', type: 'yoga', n: 4 },
      { language: 'iw', type: 'general', n: 1 },
      { language: 'iw', type: 'gym', n: 1 },
      { language: 'iw', type: 'yoga', n: 1 },
    ])
  })

  it('leaves nothing for the rules: no batch waits to be judged', async () => {
    expect(await count('pending_evaluations')).toBe(0)
  })

  it('hands the fleet the same bodies that the history measured', async () => {
    const rows = await ask(
      'select d.imei, s.limits from devices d join watch_settings s on s.device_id = d.id',
    )
    for (const { imei, seed } of credentials?.watches ?? []) {
      const row = rows.find((one) => one.imei === imei)
      expect(row?.limits).toEqual(limitsOf(profileOf(seed)))
    }
    expect(credentials?.watches).toHaveLength(18)
    expect(credentials?.gateways).toHaveLength(6)
  })
})

it('gives the devices new passwords when the old ones are lost, and no passwords where there is no demo', async () => {
  const database = await testDatabase()
  const kept: Credentials[] = []
  const keep = (credentials: Credentials) => kept.push(credentials)
  expect(await renewCredentials(database.url, keep)).toBe('no demo')
  await seedDemo(database.url, Date.now(), keep)
  expect(await renewCredentials(database.url, keep)).toBe('renewed')
  const [first, second] = kept
  expect(second?.watches.map(({ imei, seed, name, home }) => [imei, seed, name, home])).toEqual(
    first?.watches.map(({ imei, seed, name, home }) => [imei, seed, name, home]),
  )
  expect(second?.watches.map(({ password }) => password)).not.toEqual(
    first?.watches.map(({ password }) => password),
  )
  expect(second?.gateways.map(({ mac, beacons }) => [mac, beacons])).toEqual(
    first?.gateways.map(({ mac, beacons }) => [mac, beacons]),
  )
  await database.drop()
})

it('leaves nothing behind of a demo that was not finished', async () => {
  const database = await testDatabase()
  const full = seedDemo(database.url, Date.now(), () => {
    throw new Error('no place to keep the credentials')
  })
  await expect(full).rejects.toThrow('no place')
  let kept = 0
  expect(await seedDemo(database.url, Date.now(), () => kept++)).toBe('made')
  expect(kept).toBe(1)
  await database.drop()
})
