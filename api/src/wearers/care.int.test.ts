import { auditLog } from '@carewatch/migrations/schema/people'
import { wearerCare, wearers } from '@carewatch/migrations/schema/wearers'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSeal } from '../auth/seal.ts'
import { reseal } from '../auth/reseal.ts'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})

type Role = keyof CompanyFixture['people']
const path = () => `/wearers/care/${fixture.wearer.uuid}`
const look = (role: Role, alarm?: string) =>
  harness.call('GET', path() + (alarm ? `?alarm=${alarm}` : ''), { token: fixture.people[role].token })
const write = (role: Role, body: object) =>
  harness.call('POST', path(), { token: fixture.people[role].token, body })

const facts = {
  conditions: 'Diabetes',
  allergies: 'Penicillin',
  medicines: 'Metformin 500 mg, morning and evening',
  fallRisk: 'HIGH',
  doNotResuscitate: true,
  howToGetIn: 'Key in the safe, 4711',
  idNumber: '012345674',
}

const traces = () =>
  harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'wearer'), eq(auditLog.entityUuid, fixture.wearer.uuid)))
    .orderBy(desc(auditLog.id))

describe('care facts', () => {
  it('are written by who looks after them, and read as they were written', async () => {
    const none = await look('SUPERVISOR')
    expect(none.context).toMatchObject({ care: { allergies: '', doNotResuscitate: null }, updatedAt: null })
    const written = await write('SUPERVISOR', { ...facts, updatedAt: null })
    expect(written.context.care).toMatchObject(facts)
    for (const role of ['ADMIN', 'MANAGER', 'OWNER'] as const)
      expect((await look(role)).context.care).toMatchObject(facts)
    await write('OWNER', { doNotResuscitate: null, idNumber: '' })
    expect((await look('OWNER')).context.care).toMatchObject({
      allergies: 'Penicillin',
      doNotResuscitate: null,
      idNumber: '',
    })
  })

  it('are for monitors while an alarm of theirs is open, and for a relative where the owner says so', async () => {
    await write('MANAGER', facts)
    const roles = ['MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR', 'RELATIVE'] as const
    for (const role of roles) expect([role, (await look(role)).status]).toEqual([role, 403])
    const { alarm } = await raiseAlarm(harness, fixture)
    expect((await look('MONITOR', alarm.uuid)).context.care).toMatchObject(facts)
    expect((await look('RELATIVE', alarm.uuid)).status).toBe(403)
    await harness.db.update(alarms).set({ closedAt: new Date() }).where(eq(alarms.id, alarm.id))
    expect((await look('MONITOR', alarm.uuid)).status).toBe(403)
    const foreign = await raiseAlarm(harness, other)
    expect((await look('MONITOR', foreign.alarm.uuid)).status).toBe(404)

    const { people, wearer } = fixture
    const grant = (maySeeCare: boolean, userUUID: string = people.RELATIVE.uuid) =>
      harness.call('POST', `/wearers/grantCare/${wearer.uuid}`, {
        token: people.OWNER.token,
        body: { userUUID, maySeeCare },
      })
    expect((await grant(true)).context.relatives).toMatchObject([
      { uuid: people.RELATIVE.uuid, maySeeCare: true },
    ])
    const granted = await look('RELATIVE')
    expect(granted.context).toMatchObject({ care: facts, relatives: [] })
    await grant(false)
    expect((await look('RELATIVE')).status).toBe(403)
    expect((await grant(true, other.people.RELATIVE.uuid)).status).toBe(404)
  })

  it('are nobody else’s: another house finds nobody', async () => {
    for (const role of ['MANAGER', 'SUPERVISOR', 'OWNER'] as const) {
      const { token } = other.people[role]
      expect((await harness.call('GET', path(), { token })).status).toBe(404)
      expect((await harness.call('POST', path(), { token, body: facts })).status).toBe(404)
    }
  })

  it('leave a trace of each look, with the alarm that it was for, and never with what stands in them', async () => {
    await write('MANAGER', facts)
    const { alarm } = await raiseAlarm(harness, fixture)
    await look('SUPERVISOR')
    await look('SUPERVISOR')
    await look('MONITOR', alarm.uuid)
    await look('RELATIVE')
    const [newest, ...before] = await traces()
    const { people } = fixture
    expect(newest).toMatchObject({
      action: 'viewed',
      userId: people.MONITOR.id,
      companyId: fixture.company.id,
      detail: { facts: 'care', alarm: alarm.uuid },
    })
    const looks = before.filter(({ action }) => action === 'viewed')
    expect(looks.map(({ userId }) => userId)).toEqual([people.SUPERVISOR.id, people.SUPERVISOR.id])
    const written = JSON.stringify((await traces()).map(({ detail }) => detail))
    expect(written).toContain('allergies')
    const texts = Object.values(facts).filter((value) => typeof value === 'string' && value !== 'HIGH')
    expect(texts.filter((text) => written.includes(String(text)))).toEqual([])
  })

  it('that two change at once keep the first, and tell the second', async () => {
    const first = await write('MANAGER', facts)
    const { updatedAt } = first.context
    const answers = await Promise.all([
      write('MANAGER', { allergies: 'Nuts', updatedAt }),
      write('SUPERVISOR', { allergies: 'Bees', updatedAt }),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409])
    expect((await write('MANAGER', { allergies: 'Dust', updatedAt: null })).status).toBe(409)
  })

  it('lock the identity number for its person alone, and go with the person who is erased', async () => {
    const { people, wearer } = fixture
    await write('OWNER', facts)
    const [row] = await harness.db.select().from(wearerCare).where(eq(wearerCare.wearerId, wearer.id))
    expect(row?.idNumberLocked?.toString('latin1')).not.toContain(facts.idNumber)
    const howToGetIn = `Call ${people.OWNER.email} for the key`
    const { id: companyId } = fixture.company
    const values = { firstName: 'Next', lastName: 'Door', companyId }
    const [neighbour] = await harness.db.insert(wearers).values(values).returning()
    await harness.db.insert(wearerCare).values({ wearerId: neighbour?.id ?? 0, howToGetIn })
    const erased = await harness.call('POST', `/admin/user/erase/${people.OWNER.uuid}`, {
      token: people.MANAGER.token,
      body: {},
    })
    expect(erased.status).toBe(200)
    expect(await harness.db.$count(wearerCare, eq(wearerCare.wearerId, wearer.id))).toBe(0)
    const [kept] = await harness.db
      .select()
      .from(wearerCare)
      .where(eq(wearerCare.wearerId, neighbour?.id ?? 0))
    expect(kept?.howToGetIn).toBe('Call … for the key')
  })

  it('open with a new secret after the secrets are changed', async () => {
    const { uuid, id } = fixture.wearer
    const [from, to] = ['one secret of many letters', 'another secret of many letters']
    const row = `wearer:${uuid}`
    await harness.db.delete(wearerCare)
    const idNumberLocked = createSeal(from).lock('012345674', row)
    await harness.db.insert(wearerCare).values({ wearerId: id, idNumberLocked })
    expect(await reseal(harness.db, { from, to })).toBe(1)
    const [changed] = await harness.db.select().from(wearerCare).where(eq(wearerCare.wearerId, id))
    expect(createSeal(to).open(changed?.idNumberLocked ?? Buffer.alloc(0), row)).toBe('012345674')
  })
})
