import type { alarmFigures as contract } from '@carewatch/contracts/http/alarm-figures'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { knownZone } from '../http/zone.ts'
import type { Services } from '../services.ts'
import { readAnswering } from './answering.ts'
import { type Counted, countedOf } from './counted.ts'
import { readDays } from './days.ts'
import { readLoudest } from './loudest.ts'

const DAY_MS = 86_400_000

export const countDevices = (db: Db, viewer: Viewer, { branchId }: Counted) =>
  db.$count(
    devices,
    and(
      visibleDevices(viewer),
      eq(devices.isActive, true),
      branchId === null ? undefined : eq(devices.branchId, branchId),
    ),
  )

/** The figures of the alarms of the viewer's scope. */
export async function readAlarmFigures(
  services: Pick<Services, 'db' | 'facts'>,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const counted = await countedOf(db, viewer, query)
  const { from, to } = counted
  const [inUse, { every, overall, shifts }, days, loudest] = await Promise.all([
    countDevices(db, viewer, counted),
    readAnswering(db, counted),
    readDays(db, counted, knownZone(viewer.timeZone)),
    readLoudest(services, viewer, counted),
  ])
  const deviceDays = (inUse * (to.getTime() - from.getTime())) / DAY_MS
  return {
    from,
    to,
    devices: inUse,
    alarms: every,
    perDeviceDay: deviceDays > 0 ? every / deviceDays : null,
    overall,
    shifts,
    days,
    loudest,
  }
}
