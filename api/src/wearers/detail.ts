import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameOf } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { getVisibleWearer } from './find.ts'
import { wearerById } from './wearer-rows.ts'

export async function getWearerDetail(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof wearerDetail>> {
  return wearerById(db, (await getVisibleWearer(db, viewer, uuid)).id)
}

/** As a watch that nobody named is called. */
const IMEI_SHOWN = 6

const enders = alias(users, 'enders')

/** Which devices somebody wore from when until when, the newest first. */
export async function listAssignments(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof wearerAssignments>> {
  const { id } = await getVisibleWearer(db, viewer, uuid)
  const rows = await db
    .select({
      assignment: assignments,
      device: { uuid: devices.uuid, name: devices.name, imei: devices.imei },
      startedBy: nameOf(users),
      endedBy: nameOf(enders),
    })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .leftJoin(users, eq(users.id, assignments.startedById))
    .leftJoin(enders, eq(enders.id, assignments.endedById))
    .where(eq(assignments.wearerId, id))
    .orderBy(desc(assignments.startedAt), desc(assignments.id))
  return {
    assignments: rows.map(({ assignment, device, startedBy, endedBy }) => ({
      uuid: assignment.uuid,
      // A watch that another wears now may bear the other's name.
      device: assignment.endedAt === null ? device : { ...device, name: device.imei.slice(-IMEI_SHOWN) },
      startedAt: assignment.startedAt,
      endedAt: assignment.endedAt,
      end: assignment.end,
      startedBy: startedBy && fullName(startedBy),
      endedBy: endedBy && fullName(endedBy),
    })),
  }
}
