import { idleMinutes } from '@carewatch/contracts/idle'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { sessions } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'
import { look, openScreen } from '../testing/screen.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Person = { token: string; session: string }
const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
const touched = (person: Person, minutes: number) =>
  harness.db
    .update(sessions)
    .set({ actedAt: ago(minutes) })
    .where(eq(sessions.uuid, person.session))
const lastTouch = async ({ session }: Person) => {
  const [row] = await harness.db.select().from(sessions).where(eq(sessions.uuid, session))
  return row?.actedAt.getTime() ?? 0
}
const validate = ({ token }: Person) => harness.call('GET', '/auth/validateToken', { token })
const act = ({ token }: Person, acted: boolean) =>
  harness.call('POST', '/auth/act', { token, body: { acted } })
const choose = (minutes: object) =>
  harness.call('POST', `/company/update/${fixture.company.uuid}`, {
    token: fixture.people.MANAGER.token,
    body: { idleMinutes: minutes },
  })

describe('a sign-in that nobody touches', () => {
  it('of an administrator ends after its minutes and those that a touch may be noted late, and says why', async () => {
    const admin = await harness.person('ADMIN')
    await touched(admin, idleMinutes.ADMIN + 4)
    expect((await validate(admin)).status).toBe(200)
    const late = await harness.person('ADMIN')
    await touched(late, idleMinutes.ADMIN + 6)
    expect(await validate(late)).toMatchObject({
      status: 401,
      message: 'You were signed out because nobody touched the screen for a while',
      context: { ended: 'idle' },
    })
    expect((await act(late, true)).status).toBe(401)
  })

  it('of a nurse or a family goes on for the shift', async () => {
    for (const role of ['SUPERVISOR', 'MONITOR', 'OWNER'] as const) {
      await touched(fixture.people[role], 11 * 60)
      expect((await validate(fixture.people[role])).status).toBe(200)
    }
  })

  it('ends when its company says, for the roles that it says it of, and next door nothing changes', async () => {
    const other = await createCompanyFixture(harness)
    expect((await choose({ SUPERVISOR: 15 })).context.company.idleMinutes).toEqual({ SUPERVISOR: 15 })
    for (const { people } of [fixture, other])
      for (const role of ['SUPERVISOR', 'MONITOR'] as const) await touched(people[role], 30)
    expect((await validate(fixture.people.SUPERVISOR)).status).toBe(401)
    expect((await validate(fixture.people.MONITOR)).status).toBe(200)
    expect((await validate(other.people.SUPERVISOR)).status).toBe(200)
  })

  it('stays ended when the company lets its people be idle for longer', async () => {
    await choose({ SUPERVISOR: 15 })
    await touched(fixture.people.SUPERVISOR, 30)
    await choose({ SUPERVISOR: 600 })
    expect((await validate(fixture.people.SUPERVISOR)).status).toBe(401)
  })

  it('is not among those that its person sees', async () => {
    await choose({ SUPERVISOR: 15 })
    const { email, token } = fixture.people.SUPERVISOR
    await touched(fixture.people.SUPERVISOR, 30)
    const again = await harness.call('POST', '/auth/login', { body: { email, password: TEST_PASSWORD } })
    const { context } = await harness.call('GET', '/auth/sessions', { token: String(again.context.token) })
    expect(context.sessions).toHaveLength(1)
    expect(again.context.token).not.toBe(token)
  })

  it('ends on an open screen too, which is told why; a later screen is told the same', async () => {
    await choose({ SUPERVISOR: 15 })
    const screen = await look(harness, fixture.people.SUPERVISOR.token)
    await touched(fixture.people.SUPERVISOR, 30)
    expect(await screen.untilReceived('refused')).toMatchObject({ reason: 'token', ended: 'idle' })
    await until('it is closed', () => screen.closed.code === 4401)
    // What the process remembers of a sign-in is two seconds old at most.
    await until('it is ended', async () => (await validate(fixture.people.SUPERVISOR)).status === 401)
    const later = await openScreen(harness)
    later.send({ type: 'authorize', token: fixture.people.SUPERVISOR.token })
    expect(await later.untilReceived('refused')).toMatchObject({ reason: 'token', ended: 'idle' })
  })
})

describe('a touch', () => {
  it('keeps the sign-in going, and is written down once in five minutes', async () => {
    await choose({ SUPERVISOR: 15 })
    const nurse = fixture.people.SUPERVISOR
    await touched(nurse, 14)
    const { context } = await act(nurse, true)
    expect(context.idleSeconds).toBeGreaterThan(19 * 60)
    expect(context.lastSeconds).toBeGreaterThan(context.idleSeconds)
    const noted = await lastTouch(nurse)
    expect(noted).toBeGreaterThan(ago(14).getTime())
    await act(nurse, true)
    expect(await lastTouch(nurse)).toBe(noted)
  })

  it('is no question how long it goes on, and no other call', async () => {
    await choose({ SUPERVISOR: 15 })
    const nurse = fixture.people.SUPERVISOR
    await touched(nurse, 14)
    const before = await lastTouch(nurse)
    const { context } = await act(nurse, false)
    expect(context.idleSeconds).toBeLessThanOrEqual(6 * 60)
    await harness.call('GET', '/notification/all', { token: nurse.token })
    await look(harness, nurse.token)
    expect(await lastTouch(nurse)).toBe(before)
  })
})

it('a company chooses from a quarter of an hour to a shift, of its staff, by its manager', async () => {
  for (const minutes of [14, 721, 60.5, null])
    expect((await choose({ SUPERVISOR: minutes })).context.errors).toHaveProperty(['idleMinutes.SUPERVISOR'])
  expect((await choose({ ADMIN: 60 })).status).toBe(400)
  const { token } = fixture.people.SUPERVISOR
  const path = `/company/update/${fixture.company.uuid}`
  expect((await harness.call('POST', path, { token, body: { idleMinutes: {} } })).status).toBe(403)
})
