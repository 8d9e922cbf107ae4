import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import { createCompany, createDevice } from './factories.ts'
import { migrate } from './migrate.ts'

/** The last step of the version that knew watches and accounts, and no person. */
const BEFORE = '0024_broker_nodes.sql'

type Row = Record<string, unknown>

describe('an installation of the version that knew no person', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let client: pg.Client
  const rows = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows
  const idOf = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await rows(`${text} returning id`, values))[0]?.['id'])

  let number = 0
  const user = (firstName: string, email: string) =>
    idOf(`insert into users (first_name, user_name, email, role) values ($1, $2, $2, 'OWNER')`, [
      firstName,
      email,
    ])
  const watch = (name: string, ownerId: number | null) =>
    idOf(
      `insert into devices (imei, name, device_model, owner_id, created_at) values ($1, $2, 'native', $3, '2026-03-01Z')`,
      [`35000000000001${++number}`, name, ownerId],
    )
  const alarm = (deviceId: number, at: string, closed: boolean) =>
    idOf(
      `insert into alarms (device_id, kind, category, severity, opened_at, last_at, closed_at)
       values ($1, 'SOS', 'PHYSIOLOGICAL', 'CRITICAL', $2, $2, case when $3 then now() end)`,
      [deviceId, at, closed],
    )
  const worn = (deviceId: number) =>
    rows(
      `select w.first_name as name, w.last_name as last, w.dob::text, w.to_check as "toCheck", w.status,
         a.started_at as since, a.ended_at as until
       from assignments a join wearers w on w.id = a.wearer_id where a.device_id = $1 order by a.started_at`,
      [deviceId],
    )

  beforeAll(async () => {
    database = await emptyDatabase()
    await migrate(database.url, { until: BEFORE })
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('has a wearer on each watch that has an owner, since its first fact, and gives away nobody’s past', async () => {
    const daughter = await user('Dana', 'dana@example.org')
    const son = await user('Sami', 'sami@example.org')
    const plain = await watch('Mum', daughter)
    const asked = await watch('Watch 7', daughter)
    const sold = await watch('Watch 8', son)
    const stock = await watch('Watch 9', null)
    const cleared = await watch('Watch 10', null)
    const odd = await watch('Watch 11', daughter)
    await client.query(
      'insert into relatives (device_id, user_id, name, may_see_location) values ($1, $2, $3, false)',
      [plain, son, 'Sami'],
    )
    await client.query(
      `insert into onboarding_requests (device_id, status, shipping, owner, contact_person, device_details, declared_at, decided_at)
       select device, 'APPROVED', '{}', jsonb_build_object('firstName', 'Ruth', 'lastName', 'Cohen', 'email', 'DANA@example.org', 'dob', dob), '{}', '{}', now(), now()
       from (values ($1::int, '1941-05-02'), ($2, '12/31/41x')) as request (device, dob)`,
      [asked, odd],
    )
    await client.query(
      `insert into positions (time, device_id, lat, lng) values ('2026-02-09Z', $1, 32, 35)`,
      [plain],
    )
    for (const device of [sold, cleared])
      await client.query(
        `insert into audit_log (action, entity, entity_uuid, at) select 'reset', 'device', uuid::text, '2026-05-01Z'::timestamptz from devices where id = $1`,
        [device],
      )
    await client.query(
      `insert into audit_log (action, entity, entity_uuid, at, detail)
       select 'updated', 'device', uuid::text, at, jsonb_build_object('fields', array[field])
       from devices, (values ('2026-04-01Z'::timestamptz, 'companyId'), ('2026-04-02Z', 'name')) as change (at, field) where id = $1`,
      [stock],
    )
    const before = await alarm(sold, '2026-04-01Z', true)
    const after = await alarm(sold, '2026-06-01Z', false)
    // Left open by whoever wore it before: only what the watch does now ends it.
    const open = await alarm(cleared, '2026-04-01Z', false)
    await client.query(`insert into notifications (device_id, alarm_id, type) values ($1, $2, 'ALARM')`, [
      sold,
      before,
    ])

    await migrate(database.url)

    expect(await worn(plain)).toEqual([
      {
        name: 'Mum',
        last: '',
        dob: null,
        toCheck: true,
        status: 'ACTIVE',
        since: new Date('2026-02-09Z'),
        until: null,
      },
    ])
    expect(await worn(asked)).toMatchObject([
      { name: 'Ruth', last: 'Cohen', dob: '1941-05-02', toCheck: false, since: new Date('2026-03-01Z') },
    ])
    expect(await worn(odd)).toMatchObject([{ name: 'Ruth', dob: null }])
    expect(await worn(sold)).toMatchObject([
      { status: 'LEFT', toCheck: true, since: new Date('2026-03-01Z'), until: new Date('2026-05-01Z') },
      { name: 'Watch 8', since: new Date('2026-05-01Z'), until: null },
    ])
    expect(await worn(stock)).toEqual([])
    expect(
      await rows('select company_since as since from devices where id = any($1) order by id', [
        [plain, stock],
      ]),
    ).toEqual([{ since: null }, { since: new Date('2026-04-01Z') }])
    expect(await worn(cleared)).toMatchObject([{ status: 'LEFT', until: new Date('2026-05-01Z') }])

    const [present, former] = await rows(
      `select (select w.first_name from wearers w join alarms a on a.wearer_id = w.id where a.id = $1) as present,
         (select w.status from wearers w join notifications n on n.wearer_id = w.id where n.alarm_id = $2) as former`,
      [after, before],
    ).then(([row]) => [row?.['present'], row?.['former']])
    expect([present, former]).toEqual(['Watch 8', 'LEFT'])
    expect(await rows('select wearer_id as wearer from alarms where id = $1', [open])).toEqual([
      { wearer: null },
    ])
    expect(
      await rows(
        `select u.first_name as name, r.kind, r.may_see_location as located from wearer_relations r join users u on u.id = r.user_id
         join assignments a on a.wearer_id = r.wearer_id where a.device_id = $1 order by r.kind`,
        [plain],
      ),
    ).toEqual([
      { name: 'Dana', kind: 'OWNER', located: true },
      { name: 'Sami', kind: 'RELATIVE', located: false },
    ])
  })
})

describe('whose a fact is', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let client: pg.Client
  let deviceId = 0
  let ruth = 0
  let miriam = 0
  const value = async (text: string, values: unknown[] = []): Promise<unknown> => {
    const { rows } = await client.query<{ value: unknown }>(text, values)
    return rows[0]?.value
  }
  const wearer = async (name: string): Promise<number> =>
    Number(await value('insert into wearers (first_name) values ($1) returning id as value', [name]))
  const assign = (wearerId: number, from: string, until: string | null = null) =>
    client.query(
      'insert into assignments (wearer_id, device_id, started_at, ended_at) values ($1, $2, $3, $4)',
      [wearerId, deviceId, from, until],
    )
  const at = (time: string) => value('select wearer_at($1, $2) as value', [deviceId, time])
  const since = () => value('select worn_since($1) as value', [deviceId])

  beforeAll(async () => {
    database = await testDatabase()
    client = new pg.Client(database.url)
    await client.connect()
    ruth = await wearer('Ruth')
    miriam = await wearer('Miriam')
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  beforeEach(async () => {
    deviceId = (await createDevice(database.db)).id
  })

  it('follows from its own time', async () => {
    await assign(ruth, '2026-01-01Z', '2026-02-01Z')
    await assign(miriam, '2026-02-01Z')
    expect(await at('2025-12-31T23:59:59.999Z')).toBeNull()
    expect(await at('2026-01-01Z')).toBe(ruth)
    expect(await at('2026-01-31T23:59:59.999Z')).toBe(ruth)
    expect(await at('2026-02-01Z')).toBe(miriam)
    expect(await since()).toEqual(new Date('2026-02-01Z'))
  })

  it('is the device’s own where nobody else ever wore it, and nobody’s before and after', async () => {
    expect(await since()).toEqual(new Date(0))
    await assign(ruth, '2026-01-01Z')
    expect([await since(), await at('2025-12-01Z')]).toEqual([new Date(0), null])
    await client.query('update assignments set ended_at = $2 where device_id = $1', [deviceId, '2026-02-01Z'])
    expect([await since(), await at('2026-03-01Z')]).toEqual([new Date('2026-02-01Z'), null])
    // She has it again: what it reported between is nobody's, and nobody else's was before.
    await assign(ruth, '2026-03-01Z')
    expect(await since()).toEqual(new Date(0))
  })

  it('is of whom it is worn by now where nobody wore it at that time, and somebody calls for help', async () => {
    const about = (time: string) => value('select alarm_wearer($1, $2) as value', [deviceId, time])
    expect(await about('2026-01-01Z')).toBeNull()
    await assign(ruth, '2026-01-10Z', '2026-02-01Z')
    expect([await about('2026-01-15Z'), await about('2026-02-02Z')]).toEqual([ruth, null])
    await assign(miriam, '2026-03-01Z')
    expect([await about('2026-01-15Z'), await about('2026-02-02Z'), await about('2026-03-02Z')]).toEqual([
      ruth,
      miriam,
      miriam,
    ])
  })

  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  /** As it is planned: what is to be done at its beginning or end is still due. */
  const plan = (wearerId: number, times: { from: string; until?: string; due: 'from' | 'until' | null }) =>
    client.query(
      `insert into assignments (wearer_id, device_id, started_at, ended_at, due_at) values ($1, $2, $3, $4, $5)`,
      [wearerId, deviceId, times.from, times.until ?? null, times.due && (times[times.due] ?? null)],
    )
  const asked = async () => ({
    wearer: await value('select present_wearer($1) as value', [deviceId]),
    since: await value('select present_since($1) as value', [deviceId]),
    evaluated: await value('select evaluated_since($1) as value', [deviceId]),
    change: await value('select planned_change($1) as value', [deviceId]),
  })
  const NEVER = new Date('9999-12-31Z')

  it('is planned: it begins and ends at its time by itself, before anybody did what that brings about', async () => {
    const [began, handsOver] = ['2026-01-01T00:00:00.000Z', soon(30)]
    await plan(ruth, { from: began, until: handsOver, due: 'until' })
    await plan(miriam, { from: handsOver, until: soon(60), due: 'from' })
    const before = {
      wearer: ruth,
      since: new Date(began),
      evaluated: new Date(0),
      change: new Date(handsOver),
    }
    expect(await asked()).toEqual(before)
    expect([await at(soon(29)), await at(soon(31)), await at(soon(61))]).toEqual([ruth, miriam, null])
    const earlier = (minutes: number) =>
      client.query(
        `update assignments set ended_at = ended_at - $2::interval, due_at = due_at - $2::interval,
           started_at = case when started_at > now() - interval '7 days' then started_at - $2::interval else started_at end
         where device_id = $1`,
        [deviceId, `${minutes} minutes`],
      )
    await earlier(31)
    const given = new Date(Date.parse(handsOver) - 31 * 60_000)
    expect(await asked()).toEqual({ wearer: miriam, since: given, evaluated: given, change: given })
    await earlier(30)
    const ended = await value(
      'select max(ended_at) as value from assignments where device_id = $1 and wearer_id = $2',
      [deviceId, miriam],
    )
    expect(await asked()).toMatchObject({ wearer: null, since: NEVER, evaluated: ended })
  })

  it('is of who began to wear it whatever the clock says, and no longer of whom it was taken back from', async () => {
    // A start and an end are kept to the millisecond, and may lie after the now() of whoever asks.
    const [began, a] = [soon(1), await wearer('Hanna')]
    await plan(ruth, { from: '2026-01-01Z', until: began, due: null })
    await plan(a, { from: began, due: null })
    expect(await asked()).toEqual({
      wearer: a,
      since: new Date(began),
      evaluated: new Date(began),
      change: null,
    })
  })

  it('counts neither a plan that is still to come nor one that was given up', async () => {
    await assign(ruth, '2026-01-01Z', '2026-02-01Z')
    await client.query(`update assignments set "end" = 'RESET' where device_id = $1`, [deviceId])
    await plan(miriam, { from: soon(30), due: 'from' })
    // As a watch that was reset before anybody was written down: somebody may wear it.
    expect(await asked()).toMatchObject({ wearer: null, since: new Date('2026-02-01Z') })
    await client.query(
      'update assignments set ended_at = started_at where wearer_id = $1 and device_id = $2',
      [miriam, deviceId],
    )
    expect(await since()).toEqual(new Date('2026-02-01Z'))
  })

  it('is cleared of who wore it before when somebody says so, though it was another’s before', async () => {
    const cleared = () => value('select cleared_since($1) as value', [deviceId])
    expect(await cleared()).toEqual(new Date(0))
    await assign(ruth, '2026-01-01Z', '2026-02-01Z')
    expect(await cleared()).toEqual(new Date('2026-02-01Z'))
    await assign(miriam, '2026-02-01Z')
    await client.query(
      'update assignments set cleared_at = $2 where device_id = $1 and ended_at is not null',
      [deviceId, '2026-02-03Z'],
    )
    expect(await cleared()).toEqual(new Date('2026-02-03Z'))
  })

  it('of a device is known since when it is in its house, whoever moves it', async () => {
    const companySince = () => value('select company_since as value from devices where id = $1', [deviceId])
    const company = await createCompany(database.db)
    expect(await companySince()).toBeNull()
    await client.query('update devices set company_id = $2 where id = $1', [deviceId, company.id])
    const moved = await companySince()
    expect(moved).toBeInstanceOf(Date)
    await client.query(`update devices set company_id = $2, name = 'Watch' where id = $1`, [
      deviceId,
      company.id,
    ])
    expect(await companySince()).toEqual(moved)
  })

  it.each([
    ['overlaps another', '2026-01-15Z', '2026-03-01Z', 'assignments_one_wearer'],
    ['is open beside another', '2026-01-15Z', null, 'assignments_one_wearer'],
    ['ends before it begins', '2026-05-02Z', '2026-05-01Z', 'assignments_in_order'],
  ])('refuses an assignment that %s', async (_, from, until, reason) => {
    await assign(ruth, '2026-01-01Z', '2026-02-01Z')
    await expect(assign(miriam, from, until)).rejects.toThrow(reason)
  })

  it('is written into an alarm and what follows from it when they are made, by the alarm’s own time', async () => {
    await assign(ruth, '2026-01-01Z', '2026-02-01Z')
    await assign(miriam, '2026-02-01Z')
    const late = await value(
      `insert into alarms (device_id, kind, category, severity, opened_at, last_at)
       values ($1, 'SOS', 'PHYSIOLOGICAL', 'CRITICAL', '2026-01-20Z', '2026-01-20Z') returning id as value`,
      [deviceId],
    )
    expect(await value('select wearer_id as value from alarms where id = $1', [late])).toBe(ruth)
    expect(
      await value(
        `insert into notifications (device_id, alarm_id, type) values ($1, $2, 'ALARM') returning wearer_id as value`,
        [deviceId, late],
      ),
    ).toBe(ruth)
    expect(
      await value(
        `insert into tasks (device_id, title, monitoring_type, severity, due_at) values ($1, 'Call', 'VITALS', 'LOW', now()) returning wearer_id as value`,
        [deviceId],
      ),
    ).toBe(miriam)
  })
})

it('hides the people of one company from another, whatever was asked', async () => {
  const database = await testDatabase()
  const [own, other] = [await createCompany(database.db), await createCompany(database.db)]
  const client = new pg.Client(database.url)
  await client.connect()
  for (const { id } of [own, other])
    await client.query(`insert into wearers (first_name, company_id) values ('Ruth', $1)`, [id])
  await client.query(
    `select set_config('role', 'carewatch_staff', false), set_config('carewatch.company', $1, false)`,
    [String(own.id)],
  )
  const { rows } = await client.query('select company_id as "companyId" from wearers')
  await client.end()
  await database.drop()
  expect(rows).toEqual([{ companyId: own.id }])
})
