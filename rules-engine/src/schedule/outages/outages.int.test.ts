import type { LiveEvent } from '@carewatch/contracts/events'
import {
  createBranch,
  createCompany,
  createDevice,
  createGateway,
  createUser,
} from '@carewatch/migrations/factories'
import { branchNurses } from '@carewatch/migrations/schema/people'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advance } from '../../escalation/advance.ts'
import { createRuleMemory } from '../../evaluate/rule-memory.ts'
import { createDeviceCache } from '../../profiles/device-cache.ts'
import { evaluateClock } from '../evaluate-clock.ts'
import { type EngineHarness, hasRunForDays, ring, startHarness } from '../../testing.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  await harness.owner.query('delete from clock_rounds')
  await harness.owner.query('delete from broker_nodes')
  await hasRunForDays(harness)
})
afterAll(() => harness.close())

/** A branch with a nurse and watches that report each quarter of an hour. */
async function newBranch(watches: number) {
  const { db } = harness
  const { id: companyId } = await createCompany(db)
  const { id: branchId } = await createBranch(db, companyId)
  const awake = { quietFrom: '00:00', quietTo: '00:00' }
  const nurse = await createUser(db, { role: 'SUPERVISOR', companyId, ...awake })
  await db.insert(branchNurses).values({ branchId, userId: nurse.id })
  const ids: number[] = []
  for (let made = 0; made < watches; made++) ids.push((await createDevice(db, { companyId, branchId })).id)
  await hasSpoken(ids, 0)
  return { companyId, branchId, nurse, ids }
}
type Branch = Awaited<ReturnType<typeof newBranch>>
const sql = (text: string, values: unknown[]) => harness.owner.query(text, values)
const hasSpoken = (ids: readonly number[], minutesAgo: number) =>
  sql(
    `update device_status set last_seen_at = now() - make_interval(mins => $2), proven_seen_at = now() - make_interval(mins => $2)
     where device_id = any($1::int[])`,
    [ids, minutesAgo],
  )
const fallSilent = (ids: readonly number[]) => hasSpoken(ids, 91)

/** A strike of the clock of one engine; answers what the screens hear. */
async function strike(db: pg.ClientBase = harness.connection, at = new Date()): Promise<LiveEvent[]> {
  const published: LiveEvent[] = []
  const publish = (_: string, event: LiveEvent) => void published.push(event)
  await evaluateClock({ db, deviceCache: createDeviceCache(), memory: createRuleMemory(), publish }, at)
  return published
}

type Row = {
  kind: string
  active: boolean
  closed: boolean
  value: number | null
  count: number
  notifications: number
  tasks: number
  chains: number
  parts: number
}
const alarmsIn = async ({ branchId }: Pick<Branch, 'branchId'>, kind: string): Promise<Row[]> =>
  (
    await sql(
      `select a.kind, a.active, a.closed_at is not null as closed, a.value, a.count,
         (select count(*)::int from notifications n where n.alarm_id = a.id) as notifications,
         (select count(*)::int from tasks t where t.alarm_id = a.id) as tasks,
         (select count(*)::int from escalations e where e.alarm_id = a.id) as chains,
         (select count(*)::int from alarms m where m.incident_id = a.id) as parts
       from alarms a where a.branch_id = $1 and a.kind = $2 order by a.id`,
      [branchId, kind],
    )
  ).rows
const outagesOf = (branch: Branch) => alarmsIn(branch, 'OUTAGE')
const silencesOf = (branch: Pick<Branch, 'branchId'>) => alarmsIn(branch, 'OFFLINE')

/** Of which kinds each message is that the chains send now, by whom it goes to. */
async function messagesTo({ id }: { id: number }): Promise<string[]> {
  while ((await advance(harness.connection, new Set(['IN_APP', 'EMAIL']))) > 0);
  const { rows } = await sql(
    'select a.kind from deliveries d join alarms a on a.id = d.alarm_id where d.user_id = $1 order by d.id',
    [id],
  )
  return rows.map(({ kind }: { kind: string }) => kind)
}
const kindsOf = (events: readonly LiveEvent[]) =>
  events.flatMap((event) =>
    event.type === 'notification' ? [`${event.change} ${event.notification.kind}`] : [],
  )

/** So much time went by for what is open in this branch. */
const later = ({ branchId }: Branch, minutes: number) =>
  sql(
    `update alarms set opened_at = opened_at - make_interval(mins => $2), last_at = last_at - make_interval(mins => $2),
       cleared_at = cleared_at - make_interval(mins => $2), closed_at = closed_at - make_interval(mins => $2),
       acknowledged_at = acknowledged_at - make_interval(mins => $2) where branch_id = $1`,
    [branchId, minutes],
  )
/** A person takes the outage. */
const take = ({ branchId }: Branch) =>
  sql(
    `with taken as (update alarms set acknowledged_at = now() where branch_id = $1 and kind = 'OUTAGE' returning id, value)
     insert into alarm_history (alarm_id, step, value) select id, 'ACKNOWLEDGED', value from taken`,
    [branchId],
  )
const notified = { notifications: 1, tasks: 1, chains: 1 }
const heldBack = { notifications: 0, tasks: 0, chains: 0 }

describe('watches of one branch that fall silent', () => {
  it('are each told by itself, while there are four of them', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids.slice(0, 4))
    await strike()
    expect(await outagesOf(branch)).toEqual([])
    expect(await silencesOf(branch)).toMatchObject([notified, notified, notified, notified])
  })

  it('are one outage from the fifth on, which alone is told, and each is a row of it', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids.slice(0, 5))
    expect(kindsOf(await strike())).toEqual(['opened OUTAGE'])
    expect(await outagesOf(branch)).toMatchObject([
      { active: true, value: 5, count: 1, parts: 5, ...notified },
    ])
    expect(await silencesOf(branch)).toMatchObject(
      Array.from({ length: 5 }, () => ({ active: true, ...heldBack })),
    )
    // On the screen and by mail.
    expect(await messagesTo(branch.nurse)).toEqual(['OUTAGE', 'OUTAGE'])
    expect(await strike()).toEqual([])
  })

  it('are one outage within five minutes: what was told before stays told, and goes no further', async () => {
    const branch = await newBranch(5)
    await fallSilent(branch.ids.slice(0, 4))
    await strike()
    await later(branch, 4)
    await fallSilent(branch.ids)
    expect(kindsOf(await strike())).toEqual(['opened OUTAGE'])
    expect(await outagesOf(branch)).toMatchObject([{ value: 5, parts: 5 }])
    expect(await silencesOf(branch)).toMatchObject([notified, notified, notified, notified, heldBack])
    expect(await messagesTo(branch.nurse)).toEqual(['OUTAGE', 'OUTAGE'])
  })

  it('are none in six minutes', async () => {
    const branch = await newBranch(5)
    await fallSilent(branch.ids.slice(0, 4))
    await strike()
    await later(branch, 6)
    await fallSilent(branch.ids)
    await strike()
    expect(await outagesOf(branch)).toEqual([])
  })

  it('are none where they are less than one in fifty of their branch', async () => {
    const branch = await newBranch(251)
    await fallSilent(branch.ids.slice(0, 5))
    await strike()
    expect(await outagesOf(branch)).toEqual([])
    await fallSilent(branch.ids.slice(0, 6))
    await strike()
    expect(await outagesOf(branch)).toMatchObject([{ value: 6 }])
  })

  it('of two branches at once are two outages', async () => {
    const [one, other] = [await newBranch(5), await newBranch(6)]
    await fallSilent([...one.ids, ...other.ids])
    await strike()
    expect(await outagesOf(one)).toMatchObject([{ value: 5 }])
    expect(await outagesOf(other)).toMatchObject([{ value: 6 }])
  })

  it('make one outage of two engines at once', async () => {
    const branch = await newBranch(8)
    await fallSilent(branch.ids)
    const second = new pg.Client(harness.engineUrl)
    await second.connect()
    await Promise.all([strike(), strike(second)])
    await second.end()
    expect(await outagesOf(branch)).toMatchObject([{ value: 8, parts: 8, ...notified }])
    expect(await silencesOf(branch)).toHaveLength(8)
  })
})

describe('an outage that goes on', () => {
  it('counts more on the same row, and asks nobody a second time before it is twice what somebody took', async () => {
    const branch = await newBranch(11)
    await fallSilent(branch.ids.slice(0, 5))
    await strike()
    await take(branch)
    await fallSilent(branch.ids.slice(0, 9))
    expect(await strike()).toMatchObject([
      { change: 'repeated', notification: { value: 9 } },
      { type: 'task' },
    ])
    const asked = async () =>
      (
        await sql(
          `select acknowledged_at is null as is from alarms where branch_id = $1 and kind = 'OUTAGE'`,
          [branch.branchId],
        )
      ).rows
    expect(await asked()).toEqual([{ is: false }])
    await fallSilent(branch.ids)
    await strike()
    expect(await asked()).toEqual([{ is: true }])
    expect(await outagesOf(branch)).toMatchObject([{ value: 11, parts: 11, ...notified }])
  })

  it('hides no call for help of anybody in it', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids)
    await strike()
    await messagesTo(branch.nurse)
    await ring(harness, branch.ids[0] ?? 0)
    await ring(harness, branch.ids[1] ?? 0, { kind: 'HEART_RATE', severity: 'HIGH' })
    while ((await advance(harness.connection, new Set(['IN_APP']))) > 0);
    const { rows } = await sql(
      `select a.kind, a.incident_id, e.step from alarms a join escalations e on e.alarm_id = a.id
       where a.branch_id = $1 and a.kind in ('SOS', 'HEART_RATE') order by a.id`,
      [branch.branchId],
    )
    expect(rows).toMatchObject([
      { kind: 'SOS', incident_id: null },
      { kind: 'HEART_RATE', incident_id: null },
    ])
    expect(await messagesTo(branch.nurse)).toContain('SOS')
  })

  it('is the one cause of a gateway beside it', async () => {
    const branch = await newBranch(5)
    const { companyId, branchId } = branch
    const gateways = [
      await createGateway(harness.db, { companyId, branchId }),
      await createGateway(harness.db, { companyId, branchId }),
    ]
    const silent = (nth: 0 | 1) =>
      sql(`update gateways set last_message_at = now() - interval '7 minutes' where id = $1`, [
        gateways[nth]?.id,
      ])
    await silent(0)
    expect(kindsOf(await strike())).toEqual(['opened GATEWAY_OFFLINE'])
    await fallSilent(branch.ids)
    await strike()
    await silent(1)
    expect(await strike()).toEqual([])
    expect(await alarmsIn(branch, 'GATEWAY_OFFLINE')).toMatchObject([notified, heldBack])
    expect(await messagesTo(branch.nurse)).toEqual(['OUTAGE', 'OUTAGE'])
    await sql('update gateways set last_message_at = now() where branch_id = $1', [branchId])
    await strike()
    expect(await alarmsIn(branch, 'GATEWAY_OFFLINE')).toMatchObject([{ closed: false }, { closed: true }])
  })
})

describe('an outage that has stopped growing', () => {
  it('takes in no silence that comes later than five minutes after, of a watch or of a gateway', async () => {
    const branch = await newBranch(7)
    const { companyId, branchId } = branch
    await createGateway(harness.db, { companyId, branchId })
    await fallSilent(branch.ids.slice(0, 5))
    await strike()
    await later(branch, 4)
    await fallSilent(branch.ids.slice(0, 6))
    await strike()
    await later(branch, 6)
    await fallSilent(branch.ids)
    await sql(`update gateways set last_message_at = now() - interval '7 minutes' where branch_id = $1`, [
      branchId,
    ])
    expect(kindsOf(await strike())).toEqual(['opened OFFLINE', 'opened GATEWAY_OFFLINE'])
    expect(await outagesOf(branch)).toMatchObject([{ active: true, value: 6, parts: 6 }])
    expect((await silencesOf(branch)).at(-1)).toMatchObject(notified)
  })

  it('counts many more that fall silent together, and calls again whoever took it an hour ago', async () => {
    const branch = await newBranch(20)
    await fallSilent(branch.ids.slice(0, 14))
    await strike()
    await take(branch)
    await later(branch, 60)
    await fallSilent(branch.ids.slice(0, 19))
    await strike()
    expect(await outagesOf(branch)).toMatchObject([{ value: 19, count: 2 }])
    const { rows } = await sql(
      `select acknowledged_at as "takenAt" from alarms where branch_id = $1 and kind = 'OUTAGE'`,
      [branch.branchId],
    )
    expect(rows).toEqual([{ takenAt: null }])
  })

  it('is over after an hour where half are back, and each of the others is told', async () => {
    const branch = await newBranch(12)
    await fallSilent(branch.ids)
    await strike()
    await take(branch)
    await hasSpoken(branch.ids.slice(0, 6), 0)
    await later(branch, 59)
    expect(await strike()).toEqual([])
    await later(branch, 1)
    expect(kindsOf(await strike())).toEqual(['closed OUTAGE'])
    await later(branch, 15)
    expect(kindsOf(await strike())).toEqual(Array.from({ length: 6 }, () => 'opened OFFLINE'))
  })
})

describe('an outage that more than half do not come back from', () => {
  const lastStep = async ({ branchId }: Branch) =>
    (
      await sql(
        `select h.step, h.value from alarm_history h join alarms a on a.id = h.alarm_id where a.branch_id = $1 and a.kind = 'OUTAGE' order by h.id desc limit 1`,
        [branchId],
      )
    ).rows

  it('ends half an hour after the last that did, says how many are left, and each of these is told once', async () => {
    const branch = await newBranch(5)
    await fallSilent(branch.ids)
    await strike()
    await later(branch, 60)
    await hasSpoken(branch.ids.slice(0, 2), 0)
    expect(await strike()).toEqual([])
    await later(branch, 29)
    expect(await strike()).toEqual([])
    await later(branch, 1)
    expect(kindsOf(await strike())).toEqual(['cleared OUTAGE'])
    expect(await lastStep(branch)).toEqual([{ step: 'CLEARED', value: 3 }])
    expect(await messagesTo(branch.nurse)).not.toContain('OFFLINE')
    await later(branch, 15)
    expect(kindsOf(await strike())).toEqual(Array.from({ length: 3 }, () => 'opened OFFLINE'))
    const silent = (await silencesOf(branch)).filter(({ active }) => active)
    expect(silent).toMatchObject([notified, notified, notified])
    // Each on the screen and by mail.
    expect((await messagesTo(branch.nurse)).filter((kind) => kind === 'OFFLINE')).toHaveLength(6)
    await later(branch, 24 * 60)
    expect(await strike()).toEqual([])
  })

  it('goes on where a wing of forty came back, and thirty of another are down still', async () => {
    const branch = await newBranch(40)
    await fallSilent(branch.ids)
    await strike()
    await later(branch, 60)
    await hasSpoken(branch.ids.slice(0, 10), 0)
    expect(await strike()).toEqual([])
    await later(branch, 24 * 60)
    expect(await strike()).toEqual([])
    await hasSpoken(branch.ids.slice(0, 20), 0)
    expect(kindsOf(await strike())).toEqual(['cleared OUTAGE'])
  })

  it('goes on where nobody came back since it grew last: its network is down still', async () => {
    const branch = await newBranch(12)
    await fallSilent(branch.ids.slice(0, 6))
    await strike()
    await hasSpoken(branch.ids.slice(0, 3), 0)
    await strike()
    await later(branch, 10)
    await fallSilent(branch.ids.slice(3))
    await strike()
    expect(await outagesOf(branch)).toMatchObject([{ active: true, value: 12 }])
    await later(branch, 24 * 60)
    expect(await strike()).toEqual([])
    expect(await outagesOf(branch)).toMatchObject([{ active: true, value: 12 }])
  })

  it('and a call for help of anybody in it is told before, between and after', async () => {
    const branch = await newBranch(5)
    const call = async (nth: number) => {
      await ring(harness, branch.ids[nth] ?? 0)
      return (await messagesTo(branch.nurse)).filter((kind) => kind === 'SOS').length
    }
    await fallSilent(branch.ids)
    await strike()
    const before = await call(2)
    await later(branch, 60)
    await hasSpoken(branch.ids.slice(0, 2), 0)
    await strike()
    await later(branch, 30)
    await strike()
    expect(await outagesOf(branch)).toMatchObject([{ active: false }])
    const between = await call(3)
    await later(branch, 15)
    await strike()
    const after = await call(4)
    expect([before > 0, between > before, after > between]).toEqual([true, true, true])
  })
})

describe('an outage ends', () => {
  it('by itself when most are back, and who is back is over without anybody having seen it', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids)
    await strike()
    await hasSpoken(branch.ids.slice(0, 3), 0)
    expect(await strike()).toEqual([])
    await hasSpoken(branch.ids.slice(0, 4), 0)
    expect(kindsOf(await strike())).toEqual(['cleared OUTAGE'])
    expect(await outagesOf(branch)).toMatchObject([{ active: false, closed: false, value: 6 }])
    expect((await silencesOf(branch)).map(({ active, closed }) => [active, closed])).toEqual([
      ...Array.from({ length: 4 }, () => [false, true]),
      [true, false],
      [true, false],
    ])
  })

  it('and a watch that does not speak within an interval of its own is told by itself', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids)
    await strike()
    await hasSpoken(branch.ids.slice(0, 5), 0)
    await strike()
    await later(branch, 14)
    expect(await strike()).toEqual([])
    await later(branch, 1)
    expect(kindsOf(await strike())).toEqual(['opened OFFLINE'])
    expect((await silencesOf(branch)).at(-1)).toMatchObject({ active: true, ...notified })
    expect(await messagesTo(branch.nurse)).toContain('OFFLINE')
    expect(await strike()).toEqual([])
  })

  it('by a person, and what does not speak within an interval after that is told by itself', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids.slice(0, 4))
    await strike()
    await fallSilent(branch.ids)
    await strike()
    await take(branch)
    await sql(
      `update alarms set active = false, cleared_at = now(), closed_at = now() where branch_id = $1 and kind = 'OUTAGE'`,
      [branch.branchId],
    )
    await later(branch, 15)
    expect(kindsOf(await strike()).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'opened OFFLINE'),
      ...Array.from({ length: 4 }, () => 'repeated OFFLINE'),
    ])
  })

  it('and goes on in the same row where it is back before anybody saw it', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids)
    await strike()
    await hasSpoken(branch.ids, 0)
    await strike()
    await later(branch, 200)
    await fallSilent(branch.ids)
    expect(await strike()).toMatchObject([
      { change: 'repeated', notification: { kind: 'OUTAGE', value: 6 } },
      { type: 'task' },
    ])
    expect(await outagesOf(branch)).toMatchObject([{ active: true, count: 2, value: 6, ...notified }])
  })
})

it('where an outage can neither be opened nor counted on, the other branches are told in that round, and it is in the next', async () => {
  const [branch, other] = [await newBranch(5), await newBranch(1)]
  await fallSilent([...branch.ids, ...other.ids])
  await harness.owner.query(`
    create function pg_temp.closed_as_it_grew() returns trigger language plpgsql as 'begin return null; end';
    create trigger closed_as_it_grew before insert on alarms for each row when (new.kind = 'OUTAGE') execute function pg_temp.closed_as_it_grew()`)
  const kinds = kindsOf(await strike())
  await harness.owner.query('drop trigger closed_as_it_grew on alarms')
  expect(kinds).toEqual(['opened OFFLINE'])
  expect(await silencesOf(other)).toMatchObject([notified])
  expect(kindsOf(await strike())).toEqual(['opened OUTAGE'])
})

it('what an engine of the version before cleared of an outage is told where it falls silent again', async () => {
  const branch = await newBranch(6)
  await fallSilent(branch.ids)
  await strike()
  await sql(
    `update alarms set active = false, cleared_at = now() where device_id = $1 and kind = 'OFFLINE'`,
    branch.ids.slice(0, 1),
  )
  await later(branch, 200)
  expect(kindsOf(await strike())).toEqual(['repeated OFFLINE'])
  expect(await outagesOf(branch)).toMatchObject([{ active: true, parts: 5 }])
  expect((await silencesOf(branch))[0]).toMatchObject({ active: true, ...notified })
  expect(await messagesTo(branch.nurse)).toContain('OFFLINE')
})

it('what is moved to another branch in an outage is told there', async () => {
  const branch = await newBranch(6)
  const { companyId } = branch
  const { id: branchId } = await createBranch(harness.db, companyId)
  const awake = { quietFrom: '00:00', quietTo: '00:00' }
  const nurse = await createUser(harness.db, { role: 'SUPERVISOR', companyId, ...awake })
  await harness.db.insert(branchNurses).values({ branchId, userId: nurse.id })
  await fallSilent(branch.ids)
  await strike()
  await sql('update devices set branch_id = $2 where id = $1', [branch.ids[0], branchId])
  expect(kindsOf(await strike())).toEqual(['opened OFFLINE'])
  expect(await silencesOf({ branchId })).toMatchObject([{ active: true, ...notified }])
  expect(await outagesOf(branch)).toMatchObject([{ active: true, parts: 5 }])
  expect(await messagesTo(nurse)).toContain('OFFLINE')
})

describe('what is switched off in an outage', () => {
  it('is none of what is silent of it, and is not told', async () => {
    const branch = await newBranch(8)
    await fallSilent(branch.ids)
    await strike()
    await sql('update devices set is_active = false where id = any($1::int[])', [branch.ids.slice(0, 5)])
    expect(kindsOf(await strike())).toEqual(['cleared OUTAGE'])
    await later(branch, 15)
    expect(kindsOf(await strike())).toEqual(Array.from({ length: 3 }, () => 'opened OFFLINE'))
  })
})

describe('an outage that is back', () => {
  it('counts what is silent of it still, and ends as any other', async () => {
    const branch = await newBranch(17)
    await fallSilent(branch.ids.slice(0, 12))
    await strike()
    await hasSpoken(branch.ids.slice(0, 8), 0)
    expect(kindsOf(await strike())).toEqual(['cleared OUTAGE'])
    await later(branch, 6)
    await fallSilent(branch.ids.slice(12))
    await strike()
    expect(await outagesOf(branch)).toMatchObject([{ active: true, value: 9 }])
    await hasSpoken(branch.ids.slice(12), 0)
    expect(kindsOf(await strike())).toEqual(['cleared OUTAGE'])
  })
})

describe('an outage of our own', () => {
  const broker = (startedAgo: string, seenAgo: string) =>
    harness.owner.query(
      `update broker_nodes set started_at = now() - $1::interval, seen_at = now() - $2::interval`,
      [startedAgo, seenAgo],
    )
  it('is told as no silence of the watches, nor once the broker is back, before they could speak', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids)
    await broker('10 days', '1 minute')
    await strike()
    await broker('10 seconds', '0 seconds')
    await strike()
    await broker('89 minutes', '0 seconds')
    await strike()
    expect([...(await outagesOf(branch)), ...(await silencesOf(branch))]).toEqual([])
    await broker('91 minutes', '0 seconds')
    await strike()
    expect(await outagesOf(branch)).toHaveLength(1)
  })

  it('is none where a broker was there until it was started again', async () => {
    const branch = await newBranch(1)
    await fallSilent(branch.ids)
    await broker('10 minutes', '0 seconds')
    const before = (seenAgo: string) =>
      sql(
        `insert into broker_nodes (started_at, seen_at) values (now() - interval '10 days', now() - $1::interval)`,
        [seenAgo],
      )
    await before('13 minutes')
    await strike()
    expect(await silencesOf(branch)).toEqual([])
    await before('10 minutes 2 seconds')
    await strike()
    expect(await silencesOf(branch)).toMatchObject([notified])
  })

  it('nor one of the clock', async () => {
    const branch = await newBranch(6)
    await fallSilent(branch.ids)
    await sql(`update clock_rounds set at = $1`, [new Date(Date.now() - 1_200_000)])
    await strike()
    await strike()
    expect([...(await outagesOf(branch)), ...(await silencesOf(branch))]).toEqual([])
  })
})
