import { createBranch, createCompany, createDevice } from '@carewatch/migrations/factories'
import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { metric, type MetricName } from '@carewatch/contracts/metrics'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { readings } from '@carewatch/migrations/schema/readings'
import { eq } from 'drizzle-orm'
import { addBeacon, addGateway, addRoom } from './rooms.ts'
import type { Harness } from './harness.ts'

const MINUTE = 60_000
export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE)

/** A company with a branch, one person of each role, a watch on its owner's wrist and a room with a gateway and a tag; or one more such branch of a company. */
export async function createCompanyFixture(
  harness: Harness,
  inside?: Awaited<ReturnType<typeof createCompany>>,
) {
  const { db } = harness
  const company = inside ?? (await createCompany(db))
  const branch = await createBranch(db, company.id)
  const ofCompany = { companyId: company.id }
  const here = { ...ofCompany, branchId: branch.id }
  const people = await harness.people({
    SUPERVISOR: { role: 'SUPERVISOR', ...here, firstName: 'Nora', lastName: 'Nurse' },
    OWNER: { role: 'OWNER', ...ofCompany },
    RELATIVE: { role: 'RELATIVE' },
    ADMIN: { role: 'ADMIN' },
    MANAGER: { role: 'MANAGER', ...ofCompany },
    USER: { role: 'USER', ...ofCompany },
    MONITOR: { role: 'MONITOR', ...here },
    BRANCH_MONITOR: { role: 'BRANCH_MONITOR', ...here },
    COMPANY_MONITOR: { role: 'COMPANY_MONITOR', ...ofCompany },
  })
  const { RELATIVE: relative, SUPERVISOR: nurse } = people
  const ofNurse = db.update(users).set({ supervisorId: nurse.id }).where(eq(users.id, people.OWNER.id))
  const owner = { ...people.OWNER, ...one(await ofNurse.returning()) }
  const device = await createDevice(db, { ...here, ownerId: owner.id })
  await db.insert(relatives).values({ deviceId: device.id, userId: relative.id, name: 'Rita' })
  const room = await addRoom(harness, branch.id)
  const wearer = await addWearer(harness, { device, owner, relative })
  return {
    company,
    branch,
    device,
    /** Who wears the watch, since before anything was recorded of it. */
    wearer,
    room,
    gateway: await addGateway(harness, { ...here, roomId: room.id }),
    /** The tag of whoever wears the watch. */
    beacon: await addBeacon(harness, { branchId: branch.id, roomId: room.id, deviceId: device.id }),
    people: { ...people, OWNER: owner },
  }
}
type Worn = {
  device: Awaited<ReturnType<typeof createDevice>>
  owner: { id: number }
  relative: { id: number }
}

/** Somebody who wears this watch, with the people around them. */
async function addWearer({ db }: Harness, { device, owner, relative }: Worn) {
  const { companyId, branchId } = device
  const wearer = one(await db.insert(wearers).values({ firstName: 'Wilma', companyId, branchId }).returning())
  const startedAt = new Date('2000-01-01Z')
  await db.insert(assignments).values({ wearerId: wearer.id, deviceId: device.id, startedAt })
  await db.insert(wearerRelations).values([
    { wearerId: wearer.id, userId: owner.id, kind: 'OWNER' },
    { wearerId: wearer.id, userId: relative.id, kind: 'RELATIVE' },
  ])
  return wearer
}

/** One more watch of the same owner, followed by the same relative: for what would spoil the first. */
export async function addDevice({ db }: Harness, { company, branch, people }: CompanyFixture) {
  const place = { companyId: company.id, branchId: branch.id }
  const device = await createDevice(db, { ...place, ownerId: people.OWNER.id })
  await db.insert(relatives).values({ deviceId: device.id, userId: people.RELATIVE.id, name: 'Rita' })
  return device
}

export type CompanyFixture = Awaited<ReturnType<typeof createCompanyFixture>>

const one = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('The insert answered no row.')
  return row
}

/** An open alarm with its notification and task, as the rules leave them. */
export async function raiseAlarm(
  { db }: Harness,
  { device, company, branch }: Pick<CompanyFixture, 'device' | 'company' | 'branch'>,
  values: Partial<typeof alarms.$inferInsert> = {},
) {
  const place = { deviceId: device.id, companyId: company.id, branchId: branch.id }
  const openedAt = values.openedAt ?? new Date()
  const alarm = one(
    await db
      .insert(alarms)
      .values({
        ...place,
        kind: 'HEART_RATE',
        direction: 'HIGH',
        category: 'PHYSIOLOGICAL',
        severity: 'HIGH',
        metric: 'heartRate',
        value: 142,
        openedAt,
        lastAt: openedAt,
        ...values,
      })
      .returning(),
  )
  const { deviceId, companyId, branchId } = alarm
  const notification = one(
    await db
      .insert(notifications)
      .values({ deviceId, companyId, branchId, alarmId: alarm.id, type: 'ALARM' })
      .returning(),
  )
  const task = one(
    await db
      .insert(tasks)
      .values({
        deviceId,
        companyId,
        branchId,
        alarmId: alarm.id,
        title: 'Heart rate',
        monitoringType: 'VITALS',
        alertType: alarm.kind,
        severity: alarm.severity,
        dueAt: new Date(openedAt.getTime() + 15 * MINUTE),
      })
      .returning(),
  )
  return { alarm, notification, task }
}

/** One reading each so many minutes, up to when the stand was started: what is recorded by two calls is measured at the same times. */
export async function record(
  { db, startedAt }: Harness,
  deviceId: number,
  series: { metric: MetricName; minutes: number; every: number; value: (index: number) => number },
): Promise<void> {
  const rows = Array.from({ length: Math.floor(series.minutes / series.every) }, (_, index) => ({
    deviceId,
    metric: metric(series.metric).id,
    time: new Date(startedAt - (series.minutes - index * series.every) * MINUTE),
    value: series.value(index),
  }))
  for (let at = 0; at < rows.length; at += 5_000) await db.insert(readings).values(rows.slice(at, at + 5_000))
}
