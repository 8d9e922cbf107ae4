import { type Channel, type Chain, defaultChains } from '@carewatch/contracts/escalation'
import { createUser } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { duties, escalationChains } from '@carewatch/migrations/schema/escalation'
import { companies, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'
import { ALARM_ROW, type AlarmRow } from '../alarms/change.ts'
import { alarmEvents } from '../alarms/publish.ts'
import { advance } from './advance.ts'

const working = new Set<Channel>(['IN_APP', 'EMAIL'])

describe('the chain of an alarm', () => {
  let harness: EngineHarness
  let family: Awaited<ReturnType<typeof createFamily>>
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    family = await createFamily(harness)
    await harness.db
      .update(companies)
      .set({ managerId: family.manager.id })
      .where(eq(companies.id, family.company.id))
  })

  /** Walks until nothing is due. */
  const walk = async (): Promise<void> => {
    while ((await advance(harness.connection, working)) > 0);
  }
  /** As if so many seconds had gone by. */
  const later = async (alarmId: number, seconds: number): Promise<void> => {
    const move = `interval '${seconds} seconds'`
    await harness.owner.query(`update escalations set due_at = due_at - ${move} where alarm_id = $1`, [
      alarmId,
    ])
    await harness.owner.query(`update alarms set acknowledged_at = acknowledged_at - ${move} where id = $1`, [
      alarmId,
    ])
    await walk()
  }
  const notified = async (alarmId: number): Promise<string[]> => {
    const { rows } = await harness.owner.query<{
      step: number
      round: number
      who: string
      channel: string
    }>(
      `select d.round, d.step, d.channel, coalesce(u.user_name, r.name) as who from deliveries d
       left join users u on u.id = d.user_id left join relatives r on r.id = d.relative_id
       where d.alarm_id = $1 order by d.run, d.round, d.step, who, d.channel`,
      [alarmId],
    )
    return rows.map(({ round, step, who, channel }) => `${round}.${step} ${nameOf(who)} ${channel}`)
  }
  const nameOf = (userName: string): string =>
    Object.entries(family).find(([, each]) => 'userName' in each && each.userName === userName)?.[0] ??
    userName
  const relative = (name: string, sosPriority: 'HIGH' | 'MEDIUM' | 'LOW') =>
    harness.db
      .insert(relatives)
      .values({ deviceId: family.device.id, name, sosPriority, email: `${name}@carewatch.test` })
  const setChain = (chain: Chain, branchId: number | null = null) =>
    harness.db
      .insert(escalationChains)
      .values({ companyId: family.company.id, branchId, family: 'EMERGENCY', chain })

  it('tells screens whom it calls next, and again as it moves on, of what can wait too', async () => {
    const { connection, owner } = harness
    const id = await ring(harness, family.device.id, { kind: 'GEOFENCE', severity: 'MEDIUM' })
    const next = async () => {
      const { rows } = await connection.query<AlarmRow>(`select ${ALARM_ROW} from alarms where id = $1`, [id])
      const events = await alarmEvents(
        connection,
        rows.map((alarm) => ({ alarm, change: 'repeated' })),
      )
      return events.flatMap(({ event }) =>
        event.type === 'notification' ? [event.notification.nextStepWho] : [],
      )
    }
    const second = defaultChains.MEDIUM.steps[1]?.who
    // The first step is taken at once.
    expect(await next()).toEqual([second])
    await walk()
    expect(await next()).toEqual([second])
    await owner.query('update escalations set due_at = now() where alarm_id = $1', [id])
    const moved: number[] = []
    await advance(connection, working, { onMoved: (ids) => moved.push(...ids) })
    expect(moved).toEqual([id])
    expect(await next()).toEqual([null])
  })

  it('writes down of a screen whether its person was signed in, and never that it was reached', async () => {
    const screens = async () => {
      const alarm = await ring(harness, family.device.id)
      await walk()
      const { rows } = await harness.owner.query(
        "select state, signed_in from deliveries where alarm_id = $1 and channel = 'IN_APP' and user_id = $2",
        [alarm, family.supervisor.id],
      )
      await harness.owner.query('update alarms set closed_at = now(), active = false where id = $1', [alarm])
      return rows
    }
    const session = (expires: string) =>
      harness.owner.query(`insert into sessions (user_id, expires_at) values ($1, now() + $2::interval)`, [
        family.supervisor.id,
        expires,
      ])
    await session('-1 hour')
    expect(await screens()).toEqual([{ state: 'SENT', signed_in: false }])
    await session('1 hour')
    expect(await screens()).toEqual([{ state: 'SENT', signed_in: true }])
  })

  it('of an SOS goes from the supervisor and the closest relative over the nurses to the manager', async () => {
    await relative('daughter', 'HIGH')
    await relative('son', 'MEDIUM')
    await relative('cousin', 'LOW')
    const alarm = await ring(harness, family.device.id)
    await walk()
    const first = ['0.0 daughter EMAIL', '0.0 supervisor EMAIL', '0.0 supervisor IN_APP']
    expect(await notified(alarm)).toEqual(first)

    await later(alarm, 40)
    expect(await notified(alarm)).toEqual(first)
    await later(alarm, 21)
    const second = [...first, '0.1 son EMAIL', '0.1 nurse EMAIL', '0.1 nurse IN_APP'].toSorted()
    expect((await notified(alarm)).toSorted()).toEqual(second)
    await later(alarm, 120)
    expect(await notified(alarm)).toEqual(expect.arrayContaining(['0.2 cousin EMAIL', '0.2 manager EMAIL']))
  })

  it.each([
    ['left', { deletedAt: new Date(), isActive: false }],
    ['is let in no longer', { isActive: false }],
  ])('means whoever holds the role where the manager who was named %s', async (_, columns) => {
    const { company, manager } = family
    const others = { role: 'MANAGER', companyId: company.id } as const
    const next = await createUser(harness.db, others)
    await createUser(harness.db, { ...others, isActive: false })
    const elsewhere = await createFamily(harness)
    await createUser(harness.db, { ...others, companyId: elsewhere.company.id })
    const managers = async () => {
      const alarm = await ring(harness, family.device.id)
      for (const seconds of [0, 61, 121]) await later(alarm, seconds)
      const names = (await notified(alarm)).filter((line) => line.startsWith('0.2') && line.endsWith('EMAIL'))
      await harness.connection.query('update alarms set closed_at = now(), active = false where id = $1', [
        alarm,
      ])
      return names
    }
    expect(await managers()).toEqual(['0.2 manager EMAIL'])
    await harness.db.update(users).set(columns).where(eq(users.id, manager.id))
    expect(await managers()).toEqual([`0.2 ${next.userName} EMAIL`])
  })

  it('calls administrators where nobody of an inactive company is reached but by a screen', async () => {
    const ruth = await createUser(harness.db, { role: 'ADMIN' })
    const off = { isActive: false }
    const ringing = async () => {
      const alarm = await ring(harness, family.device.id)
      await walk()
      const names = await notified(alarm)
      await harness.connection.query('update alarms set closed_at = now(), active = false where id = $1', [
        alarm,
      ])
      return names
    }
    const toRuth = `0.0 ${ruth.userName} EMAIL`
    // Somebody is reached by e-mail: as always.
    await harness.db.update(companies).set(off).where(eq(companies.id, family.company.id))
    expect(await ringing()).toContain('0.0 supervisor EMAIL')
    expect(await ringing()).not.toContain(toRuth)
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, family.supervisor.id))
    expect(await ringing()).toContain(toRuth)
    // Where the company is active the next step is sooner, and nobody else's business.
    await harness.db.update(companies).set({ isActive: true }).where(eq(companies.id, family.company.id))
    expect((await ringing()).filter((name) => name.includes(ruth.userName))).toEqual([])
  })

  it('is said six times in all while nobody answers, and then no more', async () => {
    const alarm = await ring(harness, family.device.id)
    for (let hour = 0; hour < 3; hour++) await later(alarm, 3_600)
    const rounds = new Set((await notified(alarm)).map((line) => line.slice(0, 1)))
    expect([...rounds]).toEqual(['0', '1', '2', '3', '4', '5'])
    const { rows } = await harness.owner.query('select due_at from escalations where alarm_id = $1', [alarm])
    expect(rows).toEqual([{ due_at: null }])
  })

  it('holds for whoever takes it, and goes on ten minutes later where nobody ended it', async () => {
    const alarm = await ring(harness, family.device.id)
    await walk()
    await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [alarm])
    await later(alarm, 300)
    expect((await notified(alarm)).every((line) => line.startsWith('0.0'))).toBe(true)
    await later(alarm, 301)
    expect((await notified(alarm)).some((line) => line.startsWith('0.1 nurse'))).toBe(true)
  })

  it('goes on where an answer is taken back just as an engine has read it', async () => {
    const alarmId = await ring(harness, family.device.id)
    await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [alarmId])
    const { connection, owner } = harness
    const query = connection.query.bind(connection) as (...asked: unknown[]) => Promise<unknown>
    const reading = vi.spyOn(connection, 'query').mockImplementation((async (...asked: unknown[]) => {
      const found = await query(...asked)
      if (String(asked[0]).includes('skip locked'))
        await owner.query('update alarms set acknowledged_at = null where id = $1', [alarmId])
      return found
    }) as never)
    await advance(connection, working)
    reading.mockRestore()
    await walk()
    expect(await notified(alarmId)).not.toEqual([])
  })

  it('ends with the alarm', async () => {
    const alarm = await ring(harness, family.device.id)
    await walk()
    await harness.owner.query('update alarms set closed_at = now(), active = false where id = $1', [alarm])
    await later(alarm, 7_200)
    expect((await notified(alarm)).every((line) => line.startsWith('0.0'))).toBe(true)
  })

  it('tells each step once, however many walk it and wherever one of them dies', async () => {
    const alarm = await ring(harness, family.device.id)
    const killed = new pg.Client(harness.url)
    await killed.connect()
    await killed.query('begin')
    await killed.query('select from escalations where alarm_id = $1 for update', [alarm])
    // Whoever holds the row is working on it: the others leave it alone and do not wait.
    expect(await advance(harness.connection, working)).toBe(0)
    await killed.end()

    const clients = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = new pg.Client(harness.url)
        await client.connect()
        return client
      }),
    )
    await Promise.all(clients.map((client) => advance(client, working)))
    await Promise.all(clients.map((client) => client.end()))
    await walk()
    expect(await notified(alarm)).toEqual(['0.0 supervisor EMAIL', '0.0 supervisor IN_APP'])
  })

  it('tells those on duty where the branch keeps a list, and skips to the next step where nobody is', async () => {
    const night = await createUser(harness.db, {
      role: 'SUPERVISOR',
      companyId: family.company.id,
      firstName: 'Night',
    })
    const hour = 3_600_000
    const from = (start: number) => ({
      branchId: family.branch.id,
      userId: night.id,
      fromAt: new Date(Date.now() + start * hour),
      toAt: new Date(Date.now() + (start + 8) * hour),
    })
    await harness.db.insert(duties).values(from(-1))
    const alarm = await ring(harness, family.device.id)
    await later(alarm, 61)
    expect(await notified(alarm)).toContain(`0.1 ${night.userName} EMAIL`)
    expect((await notified(alarm)).some((line) => line.includes('nurse'))).toBe(false)

    await harness.db.update(duties).set(from(1)).where(eq(duties.userId, night.id))
    const { device } = family
    const fall = await ring(harness, device.id, { kind: 'FALL' })
    await later(fall, 61)
    expect((await notified(fall)).some((line) => line.startsWith('0.2 manager'))).toBe(true)
    // The whole is said again five minutes after it began, not the sooner for the step that was skipped.
    const { rows } = await harness.owner.query<{ round: number; wait: number }>(
      'select round, extract(epoch from due_at - now())::int as wait from escalations where alarm_id = $1',
      [fall],
    )
    expect(rows[0]?.round).toBe(1)
    expect(Math.abs((rows[0]?.wait ?? 0) - (300 - 61))).toBeLessThan(20)
  })

  it('is the one the branch set, else the one the company set', async () => {
    const [, ...others] = defaultChains.EMERGENCY.steps
    await setChain({
      ...defaultChains.EMERGENCY,
      steps: [{ afterSeconds: 0, who: ['MANAGER'], channels: ['EMAIL'] }],
    })
    const alarm = await ring(harness, family.device.id)
    await walk()
    expect(await notified(alarm)).toEqual(['0.0 manager EMAIL', '0.0 manager IN_APP'])

    const nursesAtOnce = others.map((step, at) => ({ ...step, afterSeconds: at * 60 }))
    await setChain({ ...defaultChains.EMERGENCY, steps: nursesAtOnce }, family.branch.id)
    const fall = await ring(harness, family.device.id, { kind: 'FALL' })
    await walk()
    expect(await notified(fall)).toEqual(['0.0 nurse EMAIL', '0.0 nurse IN_APP'])
  })

  it('begins again when the alarm becomes graver', async () => {
    const alarm = await ring(harness, family.device.id, { kind: 'HEART_RATE', severity: 'HIGH' })
    await walk()
    await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [alarm])
    expect(await ring(harness, family.device.id, { kind: 'HEART_RATE', severity: 'CRITICAL' })).toBe(alarm)
    await walk()
    expect(await notified(alarm)).toEqual([
      '0.0 supervisor EMAIL',
      '0.0 supervisor IN_APP',
      '0.0 supervisor EMAIL',
      '0.0 supervisor IN_APP',
    ])
  })

  it('goes on where it stood when an alarm that nobody answered comes back', async () => {
    const alarm = await ring(harness, family.device.id, { kind: 'SPO2', severity: 'HIGH' })
    await walk()
    await harness.owner.query('update alarms set active = false, cleared_at = now() where id = $1', [alarm])
    await later(alarm, 600)
    expect((await notified(alarm)).every((line) => line.startsWith('0.0'))).toBe(true)
    await ring(harness, family.device.id, { kind: 'SPO2', severity: 'HIGH' })
    await walk()
    expect((await notified(alarm)).filter((line) => line.startsWith('0.0'))).toHaveLength(2)
    expect((await notified(alarm)).some((line) => line.startsWith('0.1 nurse'))).toBe(true)
  })

  it('of somebody whose zone the database does not know holds up nobody else’s', async () => {
    const other = await createFamily(harness)
    await harness.owner.query("update users set time_zone = 'Mars/Olympus' where id = $1", [
      family.supervisor.id,
    ])
    const [stuck, alarmId] = [await ring(harness, family.device.id), await ring(harness, other.device.id)]
    const failed: number[] = []
    while ((await advance(harness.connection, working, { onStuck: (_error, id) => failed.push(id) })) > 0);
    expect(failed).toEqual([stuck])
    expect(await notified(alarmId)).not.toEqual([])

    await harness.owner.query("update users set time_zone = 'UTC' where id = $1", [family.supervisor.id])
    await later(stuck, 10)
    expect(await notified(stuck)).not.toEqual([])
  })
})
