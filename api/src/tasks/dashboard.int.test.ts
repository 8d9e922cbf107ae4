import { tasks } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type New = Partial<typeof tasks.$inferInsert>
const add = ({ device, company, branch }: CompanyFixture, ...rows: New[]) =>
  harness.db.insert(tasks).values(
    rows.map((row) => ({
      title: 'Task',
      deviceId: device.id,
      companyId: company.id,
      branchId: branch.id,
      monitoringType: 'VITALS' as const,
      severity: 'HIGH' as const,
      dueAt: new Date('2099-06-01T00:00:00Z'),
      createdAt: new Date('2026-05-03T12:00:00Z'),
      ...row,
    })),
  )
const look = (query: string, as: keyof CompanyFixture['people'] = 'SUPERVISOR') =>
  harness.call('GET', `/tasks/dashboard?${query}`, { token: fixture.people[as].token })
const MAY = 'from=2026-05-01T21:00:00Z&to=2026-05-04T21:00:00Z'

describe('the dashboard of tasks', () => {
  it('counts what was made in a time by status, kind, author and whether somebody has it', async () => {
    const { id } = fixture.people.SUPERVISOR
    await add(
      fixture,
      { status: 'DONE', doneAt: new Date('2026-05-04T06:00:00Z'), assignedToId: id },
      { status: 'OPEN', monitoringType: 'SOS' },
      { status: 'IN_PROGRESS', monitoringType: 'GEOFENCE', assignedToId: id, createdById: id },
      { status: 'DEFERRED', monitoringType: 'ALARM', createdById: id },
      { createdAt: new Date('2026-04-01T00:00:00Z'), dueAt: new Date('2026-04-02T00:00:00Z') },
    )
    await add(await createCompanyFixture(harness), {})
    const { context } = await look(MAY)
    expect(context).toMatchObject({
      total: 4,
      done: 1,
      inProgress: 1,
      open: 1,
      deferred: 1,
      unassigned: 2,
      systemCreated: 2,
      overdue: 1,
      types: { sosAndAlarms: 2, vitals: 1, geofence: 1 },
    })
    expect(context.byStatus).toContainEqual({ status: 'OPEN', total: 1, unassigned: 1, systemCreated: 1 })
    expect(context.byMonitoringType).toContainEqual({
      monitoringType: 'GEOFENCE',
      total: 1,
      unassigned: 0,
      systemCreated: 0,
    })
  })

  it('shows each day what was made and what was finished, as days are where the viewer lives', async () => {
    await add(
      fixture,
      { createdAt: new Date('2026-05-02T20:30:00Z') },
      {
        createdAt: new Date('2026-05-02T21:30:00Z'),
        status: 'DONE',
        doneAt: new Date('2026-05-04T20:59:00Z'),
      },
      {
        createdAt: new Date('2026-04-01T00:00:00Z'),
        status: 'DONE',
        doneAt: new Date('2026-05-02T09:00:00Z'),
      },
    )
    expect((await look(MAY)).context.days).toEqual([
      { day: '2026-05-02', generated: 1, resolved: 1 },
      { day: '2026-05-03', generated: 1, resolved: 0 },
      { day: '2026-05-04', generated: 0, resolved: 1 },
    ])
  })

  it('counts the last days with today, also for whom nobody knows the time zone of', async () => {
    await add(fixture, { createdAt: new Date() })
    await harness.db
      .update(users)
      .set({ timeZone: 'Mars/Olympus' })
      .where(eq(users.id, fixture.people.MONITOR.id))
    for (const [days, as] of [
      ['1', 'SUPERVISOR'],
      ['14', 'MONITOR'],
    ] as const) {
      const { context } = await look(`days=${days}`, as)
      expect(context.days).toHaveLength(Number(days))
      expect(context.days.at(-1)).toMatchObject({ generated: 1 })
    }
  })

  it.each([
    ['2026-05-04T20:30:00Z', '2026-05-04'],
    ['2026-05-04T21:30:00Z', '2026-05-05'],
  ])('until %s begins the day that it is where the viewer lives', async (to, day) => {
    const { context } = await look(`days=1&to=${to}`)
    expect(context.days).toMatchObject([{ day }])
  })

  it('refuses a time that ends before it begins, is too long, or is none of the choices', async () => {
    const errors = async (query: string) => (await look(query)).context.errors
    expect(await errors('from=2026-05-02T00:00:00Z&to=2026-05-01T00:00:00Z')).toEqual({
      from: 'must be before the end',
    })
    expect(await errors('from=2020-05-02T00:00:00Z')).toEqual({ from: 'covers too long a time' })
    expect(await errors('days=2')).toEqual({ days: 'is not valid' })
    expect((await look('', 'OWNER')).status).toBe(403)
  })
})
