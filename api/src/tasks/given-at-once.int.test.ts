import { auditLog, users } from '@carewatch/migrations/schema/people'
import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'

let harness: Harness
let here: CompanyFixture
let there: CompanyFixture
/** To whom it is given. */
let mona: CompanyFixture['people']['MONITOR']

beforeAll(async () => {
  harness = await startHarness()
  there = await createCompanyFixture(harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  here = await createCompanyFixture(harness)
  mona = here.people.MONITOR
})

type Answer = Awaited<ReturnType<Harness['call']>>
type Ask = () => Promise<Answer>
const post = (path: string, body: object, as: keyof CompanyFixture['people'] = 'ADMIN') =>
  harness.call('POST', path, { token: here.people[as].token, body })

const letIn = (isActive: boolean) => post('/admin/user/statusChange', { uuid: mona.uuid, isActive })
const ends: [string, Ask][] = [
  ['is let in no longer', () => letIn(false)],
  [
    'is deleted',
    () => harness.call('DELETE', `/admin/user/${mona.uuid}`, { token: here.people.ADMIN.token }),
  ],
  ['is erased', () => post(`/admin/user/erase/${mona.uuid}`, {})],
  [
    'goes to another company',
    () =>
      post(`/admin/user/update/${mona.uuid}`, { companyId: there.company.uuid, branchId: there.branch.uuid }),
  ],
]

const give = (uuid: string, to: string) => post(`/tasks/update/${uuid}`, { assignedTo: to }, 'SUPERVISOR')
const gives: [string, () => Promise<Ask>][] = [
  [
    'given to',
    async () => {
      const { uuid } = (await raiseAlarm(harness, here)).task
      return () => give(uuid, mona.uuid)
    },
  ],
  [
    'made for',
    async () => () => post('/tasks/new', { title: 'Ask her', assignedTo: mona.uuid }, 'SUPERVISOR'),
  ],
]
const cases = gives.flatMap(([gave, make]) => ends.map(([end, ends]) => ({ gave, make, end, ends })))

const hers = () => harness.db.$count(tasks, and(eq(tasks.assignedToId, mona.id), ne(tasks.status, 'DONE')))

/** The traces of who looked are written by themselves, some time after an answer: they are none of the two. */
const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query not like '%meant%' and query not like '%pg_advisory_xact_lock($1::int, $2::int)%'`
const waiting = async () => (await harness.db.execute(WAITING)).rows.length

/** The first has done all but its last writing, which goes to this table, when the second is asked; that waits too, or is done before. */
async function within(
  table: typeof auditLog | typeof taskHistory,
  [first, second]: [Ask, Ask],
): Promise<[Answer, Answer]> {
  return (
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${table} in share mode`)
      const one = first()
      await until('the first waits', async () => (await waiting()) === 1)
      let isDone = false
      const other = second().finally(() => (isDone = true))
      await until('the second waits or is done', async () => isDone || (await waiting()) === 2)
      return { both: Promise.all([one, other]) }
    })
  ).both
}

describe('a task', () => {
  it.each(cases)('that is $gave somebody who $end in the same moment is nobody’s', async (one) => {
    const [given, ended] = await within(taskHistory, [await one.make(), one.ends])
    expect([given.status, ended.status]).toEqual([200, 200])
    expect(await hers()).toBe(0)
  })

  it.each(cases)('is not $gave somebody who $end in this moment', async (one) => {
    const [ended, given] = await within(auditLog, [one.ends, await one.make()])
    expect(ended.status).toBe(200)
    expect(given).toMatchObject({ status: 400, context: { errors: { assignedTo: 'is not valid' } } })
    expect(await hers()).toBe(0)
  })

  const done = async () => {
    const { uuid } = (await raiseAlarm(harness, here)).task
    await give(uuid, mona.uuid)
    await post(`/tasks/update/${uuid}`, { status: 'IN_PROGRESS' }, 'MONITOR')
    await post(`/tasks/update/${uuid}`, { status: 'DONE', outcome: 'fine' }, 'MONITOR')
    return () => post(`/tasks/update/${uuid}`, { status: 'OPEN' }, 'MANAGER')
  }

  it('that is reopened is theirs who did it', async () => {
    const reopen = await done()
    expect((await reopen()).context.task).toMatchObject({ status: 'OPEN', assignedTo: mona.uuid })
  })

  it.each(ends)(
    'that is reopened after who did it %s is nobody’s, and its history says so',
    async (_, end) => {
      const reopen = await done()
      expect((await end()).status).toBe(200)
      const { task } = (await reopen()).context
      expect(task).toMatchObject({ status: 'OPEN', assignedTo: null })
      const { context } = await harness.call('GET', `/tasks/details/${task.uuid}`, {
        token: here.people.MANAGER.token,
      })
      expect(context.task.history.map(({ change }: { change: object }) => change)).toContainEqual({
        from: 'DONE',
        status: 'OPEN',
        assignedTo: null,
      })
    },
  )

  it.each(ends)('that is reopened while who did it %s is nobody’s', async (_, end) => {
    const [reopened, ended] = await within(taskHistory, [await done(), end])
    expect([reopened.status, ended.status]).toEqual([200, 200])
    expect(await hers()).toBe(0)
  })

  it('is with nobody who is not let in, however often all of it comes at once, and none waits for another', async () => {
    const add = async (): Promise<{ uuid: string }> =>
      (await post('/tasks/new', { title: 'Ask her' }, 'SUPERVISOR')).context.task
    const [first, second, third] = [await add(), await add(), await add()]
    for (let round = 0; round < 12; round += 1) {
      for (const { uuid } of [second, third]) await give(uuid, mona.uuid)
      const asks: Ask[] = [
        () => letIn(false),
        () => give(first.uuid, mona.uuid),
        () => give(third.uuid, here.people.SUPERVISOR.uuid),
        () => post(`/tasks/update/${second.uuid}`, { assignedTo: null }, 'MANAGER'),
        () => post('/tasks/new', { title: 'Ask her', assignedTo: mona.uuid }, 'SUPERVISOR'),
      ]
      const turned = [...asks.slice(round % asks.length), ...asks.slice(0, round % asks.length)]
      const answers = await Promise.all(turned.map((ask) => ask()))
      expect(answers.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])
      const [now] = await harness.db.select().from(users).where(eq(users.id, mona.id))
      expect(now?.isActive).toBe(false)
      expect(await hers()).toBe(0)
      await letIn(true)
    }
  })
})
