import { createUser } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { channelStates, duties } from '@carewatch/migrations/schema/escalation'
import { branchNurses, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

describe('who would be told right now', () => {
  let harness: Harness
  let fixture: CompanyFixture
  beforeAll(async () => {
    harness = await startHarness()
    fixture = await createCompanyFixture(harness)
    const { company, people, device } = fixture
    await harness.db
      .update(companies)
      .set({ managerId: people.MANAGER.id })
      .where(eq(companies.id, company.id))
    await harness.db
      .insert(branchNurses)
      .values({ branchId: fixture.branch.id, userId: people.SUPERVISOR.id })
    await harness.db.insert(relatives).values([
      { deviceId: device.id, name: 'Dana', email: 'dana@carewatch.test', sosPriority: 'HIGH' },
      { deviceId: device.id, name: 'Gad', phone: '+972541234567', smsAlerts: true, sosPriority: 'LOW' },
    ])
    await harness.db.insert(channelStates).values([
      { channel: 'EMAIL' },
      // An engine that died: what it had is not there.
      { channel: 'SMS', seenAt: minutesAgo(5) },
    ])
  })
  afterAll(() => harness.close())

  const reach = (query: string, token = fixture.people.MANAGER.token) =>
    harness.call('GET', `/escalation/reach?${query}`, { token })
  const emergency = async (query: string) => {
    const { context } = await reach(query)
    return context.families.find(({ family }: { family: string }) => family === 'EMERGENCY').recipients
  }

  it('names the people of each step with what reaches them, and who is out of reach', async () => {
    const { context } = await reach(`device=${fixture.device.uuid}`)
    expect(context.channels).toEqual(['IN_APP', 'EMAIL'])
    const steps = await emergency(`device=${fixture.device.uuid}`)
    expect(steps).toHaveLength(3)
    expect(steps[0]).toEqual([
      {
        name: 'Nora Nurse',
        uuid: fixture.people.SUPERVISOR.uuid,
        ways: ['IN_APP', 'EMAIL'],
        isOutOfReach: false,
      },
      { name: 'Dana', uuid: null, ways: ['EMAIL'], isOutOfReach: false },
    ])
    expect(steps[2]).toMatchObject([
      { uuid: fixture.people.MANAGER.uuid, ways: ['IN_APP', 'EMAIL'] },
      // He has a telephone, and no engine that is alive sends SMS.
      { name: 'Gad', ways: [], isOutOfReach: true },
    ])
  })

  it('of a branch are its nurses and the manager, or only those on duty', async () => {
    const names = async () =>
      (await emergency(`branch=${fixture.branch.uuid}`)).map((people: { name: string }[]) =>
        people.map(({ name }) => name),
      )
    expect((await names()).slice(0, 2)).toEqual([[], ['Nora Nurse']])
    const night = await createUser(harness.db, {
      role: 'SUPERVISOR',
      companyId: fixture.company.id,
      firstName: 'Night',
      lastName: 'Nurse',
    })
    await harness.db
      .insert(duties)
      .values({ branchId: fixture.branch.id, userId: night.id, fromAt: minutesAgo(1), toAt: minutesAgo(-60) })
    expect((await names())[1]).toEqual(['Night Nurse'])
    await harness.db
      .update(duties)
      .set({ toAt: minutesAgo(0) })
      .where(eq(duties.userId, night.id))
    expect((await names())[1]).toEqual([])
  })

  it('is asked of a watch or a branch, and not told to another house', async () => {
    expect((await reach('')).status).toBe(400)
    expect((await reach(`device=${fixture.device.uuid}&branch=${fixture.branch.uuid}`)).status).toBe(400)
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    expect((await reach(`device=${fixture.device.uuid}`, token)).status).toBe(404)
    expect((await reach(`branch=${fixture.branch.uuid}`, token)).status).toBe(404)
    expect((await reach(`device=${fixture.device.uuid}`, fixture.people.OWNER.token)).status).toBe(403)
  })
})
