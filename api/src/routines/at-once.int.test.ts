import { branches, companies } from '@carewatch/migrations/schema/people'
import { wearerRoutines } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const still = (inactivityMinutes: number) => ({ inactivityMinutes, dayFrom: '08:00', dayTo: '20:00' })
const ofBranch = (routine: object) =>
  harness.call('POST', `/branch/update/${fixture.branch.uuid}`, {
    token: fixture.people.MANAGER.token,
    body: { routine },
  })
const ownRow = async () => {
  const theirs = eq(wearerRoutines.wearerId, fixture.wearer.id)
  return (await harness.db.select().from(wearerRoutines).where(theirs))[0]
}
const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
/** As far as it comes while somebody else holds something. */
async function asFarAsItComes(answer: Promise<unknown>) {
  let isDone = false
  void answer.then(() => (isDone = true))
  const isWaiting = async () => (await harness.db.execute(WAITING)).rows.length > 0
  await until('it waits or is done', async () => isDone || (await isWaiting()))
}

it('the day of a branch and that of its company are changed at once: both hold', async () => {
  await ofBranch({ inactivity: still(120) })
  const { id } = fixture.company
  let answer: ReturnType<typeof ofBranch> | undefined
  await harness.db.transaction(async (tx) => {
    await tx.select().from(companies).where(eq(companies.id, id)).for('no key update')
    answer = ofBranch({ inactivity: still(180) })
    await asFarAsItComes(answer)
    await tx
      .update(companies)
      .set({ routine: { inactivity: still(240), checkInBy: '10:00' } })
      .where(eq(companies.id, id))
  })
  expect((await answer)?.status).toBe(200)
  expect(await ownRow()).toMatchObject({ inactivityMinutes: 180, checkInBy: '10:00', checkInFrom: 'COMPANY' })
})

it('somebody’s own day is saved while that of their branch is changed: both hold', async () => {
  await ofBranch({ inactivity: still(120), checkInBy: '09:00' })
  const { id } = fixture.branch
  let answer: ReturnType<typeof ofBranch> | undefined
  await harness.db.transaction(async (tx) => {
    await tx.select().from(branches).where(eq(branches.id, id)).for('no key update')
    answer = harness.call('POST', `/wearers/routine/${fixture.wearer.uuid}`, {
      token: fixture.people.SUPERVISOR.token,
      body: { ...still(300), checkInBy: null, asHouse: { inactivity: false, checkIn: true } },
    })
    await asFarAsItComes(answer)
    await tx
      .update(branches)
      .set({ routine: { inactivity: still(180), checkInBy: '10:00' } })
      .where(eq(branches.id, id))
  })
  expect((await answer)?.status).toBe(200)
  expect(await ownRow()).toMatchObject({
    inactivityMinutes: 300,
    inactivityFrom: 'PERSON',
    checkInBy: '10:00',
  })
})
