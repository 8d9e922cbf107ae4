import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import type { AssignmentState } from '@carewatch/contracts/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { desc, eq, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { isPresent } from '../access/worn.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
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

const state = sql<AssignmentState>`case when ${isPresent} then 'PRESENT' when ${assignments.dueAt} = ${assignments.startedAt}
  and ${assignments.startedAt} > now() then 'PLANNED' else 'OVER' end`

/** Which devices somebody wore, wears and is to wear from when until when, the newest first. */
export async function listAssignments(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof wearerAssignments>> {
  const { id } = await getVisibleWearer(db, viewer, uuid)
  const rows = await db
    .select({
      assignment: assignments,
      state,
      device: { uuid: devices.uuid, name: devices.name, imei: devices.imei },
      startedBy: nameBy(assignments.startedById),
      endedBy: nameBy(assignments.endedById),
    })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(eq(assignments.wearerId, id))
    .orderBy(desc(assignments.startedAt), desc(assignments.id))
  return {
    assignments: rows.map(({ assignment, state, device, startedBy, endedBy }) => ({
      uuid: assignment.uuid,
      // A watch that another wears now may bear the other's name.
      device: state === 'PRESENT' ? device : { ...device, name: device.imei.slice(-IMEI_SHOWN) },
      startedAt: assignment.startedAt,
      endedAt: assignment.endedAt,
      end: assignment.end,
      state,
      startedBy: startedBy && fullName(startedBy),
      endedBy: endedBy && fullName(endedBy),
    })),
  }
}
