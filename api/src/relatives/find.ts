import type { Relative } from '@carewatch/contracts/http/relatives'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

/** Whether somebody was asked to be this relative and has not answered yet. */
const isInvited = sql<boolean>`exists (select from ${invitations} where ${invitations.relativeId} = ${relatives.id}
  and ${invitations.status} = 'OPEN' and ${invitations.lapsesAt} > now())`

/** Relatives with their device and their account; the caller says which. */
export const selectRelatives = (db: Db) =>
  db
    .select({ relative: relatives, device: seen(devices), userUuid: users.uuid, isInvited })
    .from(relatives)
    .innerJoin(devices, eq(devices.id, relatives.deviceId))
    .leftJoin(users, eq(users.id, relatives.userId))
    .$dynamic()
export type RelativeRow = Awaited<ReturnType<typeof selectRelatives>>[number]

export const toRelative = ({ relative, device, userUuid, isInvited: waits }: RelativeRow): Relative => ({
  ...relative,
  deviceUUID: device.uuid,
  userUUID: userUuid,
  status: userUuid === null ? (waits ? 'INVITED' : 'CONTACT') : 'JOINED',
})

/** The relative, if the viewer may see the device; else they do not exist. */
export async function getVisibleRelative(
  db: Db,
  viewer: Viewer,
  isIt: SQL | undefined,
): Promise<RelativeRow> {
  const [row] = await selectRelatives(db).where(and(isIt, visibleDevices(viewer)))
  if (!row) throw new Refusal('notFound')
  return row
}

export async function relativeById(db: Db, id: number): Promise<Relative> {
  const [row] = await selectRelatives(db).where(eq(relatives.id, id))
  if (!row) throw new Refusal('notFound')
  return toRelative(row)
}
