import { duties } from '@carewatch/migrations/schema/escalation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const HOUR = 3_600_000
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()

describe('who is on duty in a branch', () => {
  let harness: Harness
  let fixture: CompanyFixture
  let other: CompanyFixture
  beforeAll(async () => {
    harness = await startHarness()
    other = await createCompanyFixture(harness)
  })
  beforeEach(async () => {
    fixture = await createCompanyFixture(harness)
  })
  afterAll(() => harness.close())

  const read = async () => {
    const { token } = fixture.people.SUPERVISOR
    return (await harness.call('GET', `/duty?branch=${fixture.branch.uuid}`, { token })).context
  }
  const put = (body: object = {}, token = fixture.people.SUPERVISOR.token) => {
    const whole = {
      branchUUID: fixture.branch.uuid,
      userUUID: fixture.people.SUPERVISOR.uuid,
      from: at(-1),
      to: at(7),
    }
    return harness.call('POST', '/duty', { token, body: { ...whole, ...body } })
  }
  const end = (uuid: string, token = fixture.people.SUPERVISOR.token) =>
    harness.call('DELETE', `/duty/${uuid}`, { token })

  it('is nobody in particular until the branch keeps a list', async () => {
    expect(await read()).toEqual({ duties: [], isUnattended: false })
  })

  it('is whoever was put there, now and later', async () => {
    await put()
    await put({ from: at(7), to: at(15) })
    const { duties: listed, isUnattended } = await read()
    expect(listed.map(({ isNow }: { isNow: boolean }) => isNow)).toEqual([true, false])
    expect(isUnattended).toBe(false)
  })

  it('ends with a duty that is ended, stays in the books, and the branch shows that nobody is there', async () => {
    const { context } = await put()
    expect((await end(context.duty.uuid)).status).toBe(200)
    expect(await read()).toEqual({ duties: [], isUnattended: true })
    const [row] = await harness.db.select().from(duties).where(eq(duties.uuid, context.duty.uuid))
    expect(row?.deletedAt).toBeNull()
    expect((await end(context.duty.uuid)).status).toBe(404)
  })

  it('strikes out a duty that has not begun', async () => {
    const { context } = await put({ from: at(1), to: at(2) })
    await end(context.duty.uuid)
    expect(await read()).toEqual({ duties: [], isUnattended: false })
  })

  it('is somebody of the staff of that company, for at most eight days, with an end after the beginning', async () => {
    const wrong = [
      [{ userUUID: fixture.people.OWNER.uuid }, 'userUUID'],
      [{ userUUID: other.people.SUPERVISOR.uuid }, 'userUUID'],
      [{ to: at(-2) }, 'to'],
      [{ to: at(200) }, 'to'],
    ] as const
    for (const [body, field] of wrong) {
      const { status, context } = await put(body)
      expect([status, Object.keys(context.errors)]).toEqual([400, [field]])
    }
  })

  it('is not told to another house, nor changed by it or by whoever only watches', async () => {
    const { context } = await put()
    const { token } = other.people.MANAGER
    expect((await harness.call('GET', `/duty?branch=${fixture.branch.uuid}`, { token })).status).toBe(404)
    expect((await put({}, token)).status).toBe(404)
    expect((await end(context.duty.uuid, token)).status).toBe(404)
    expect((await put({}, fixture.people.MONITOR.token)).status).toBe(403)
  })

  const handOver = (dutyUUID: string, userUUID: string, token = fixture.people.SUPERVISOR.token) =>
    harness.call('POST', '/duty/handover', { token, body: { dutyUUID, userUUID } })

  it('changes hands without a gap: one ends as the other begins, until the same end', async () => {
    const { context } = await put()
    const { MANAGER } = fixture.people
    const { status, context: after } = await handOver(context.duty.uuid, MANAGER.uuid)
    expect(status).toBe(200)
    expect(after.duty).toMatchObject({ user: { uuid: MANAGER.uuid }, to: context.duty.to, isNow: true })
    expect((await read()).duties.map(({ uuid }: { uuid: string }) => uuid)).toEqual([after.duty.uuid])
    expect((await read()).isUnattended).toBe(false)
    expect((await handOver(context.duty.uuid, MANAGER.uuid)).status).toBe(404)
  })

  it('is handed over as a whole before it begins, and not to whoever has it or is not of the staff', async () => {
    const { context } = await put({ from: at(1), to: at(9) })
    const { SUPERVISOR, MANAGER, OWNER } = fixture.people
    for (const { uuid } of [SUPERVISOR, OWNER, other.people.SUPERVISOR])
      expect((await handOver(context.duty.uuid, uuid)).status).toBe(400)
    const { context: after } = await handOver(context.duty.uuid, MANAGER.uuid)
    expect(after.duty).toMatchObject({ from: context.duty.from, to: context.duty.to })
    expect((await read()).duties).toHaveLength(1)
    expect((await handOver(after.duty.uuid, SUPERVISOR.uuid, other.people.MANAGER.token)).status).toBe(404)
    expect((await handOver(after.duty.uuid, SUPERVISOR.uuid, fixture.people.MONITOR.token)).status).toBe(403)
  })

  const now = async (token: string) => (await harness.call('GET', '/duty/now', { token })).context

  it('is told to whoever has it, and that nobody has it to those above', async () => {
    const { SUPERVISOR, MANAGER } = fixture.people
    const { context } = await put()
    const { uuid, name } = fixture.branch
    expect(await now(SUPERVISOR.token)).toMatchObject({
      mine: [{ uuid: context.duty.uuid, branch: { uuid, name } }],
      unattended: [],
    })
    await end(context.duty.uuid)
    expect(await now(MANAGER.token)).toEqual({ mine: [], unattended: [{ uuid, name }], isListKept: true })
    expect((await now(other.people.MANAGER.token)).unattended).toEqual([])
    const { token } = MANAGER
    const list = await harness.call('GET', '/branch/all', { token })
    expect(list.context.branches).toMatchObject([{ uuid, isUnattended: true }])
  })

  it('is nobody in particular again when the branch keeps its list no longer', async () => {
    const { SUPERVISOR, MONITOR } = fixture.people
    await end((await put()).context.duty.uuid)
    await put({ from: at(1), to: at(9) })
    const stop = (token: string) =>
      harness.call('POST', '/duty/stop', { token, body: { branchUUID: fixture.branch.uuid } })
    expect((await stop(MONITOR.token)).status).toBe(403)
    expect((await stop(other.people.MANAGER.token)).status).toBe(404)
    expect((await read()).isUnattended).toBe(true)
    expect((await stop(SUPERVISOR.token)).status).toBe(200)
    expect(await read()).toEqual({ duties: [], isUnattended: false })
    expect(await now(SUPERVISOR.token)).toEqual({ mine: [], unattended: [], isListKept: false })
  })
})
