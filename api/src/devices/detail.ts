import type { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Place } from '@carewatch/contracts/http/fields'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, eq } from 'drizzle-orm'
import { fullName, hasScope, type Viewer } from '../access/viewer.ts'
import { visibleDevices, visibleLocations } from '../access/visible.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import { formatOfDevice } from './models/model.ts'
import { bounded, deviceBounds } from './settings/limits.ts'
import type { DeviceRow } from './save-device.ts'
import { seesTechnical } from './technical.ts'
import { settingsState } from './settings/state.ts'
import { seen } from '../access/seen.ts'

export async function getDeviceDetail(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof deviceDetail>> {
  const [row] = await selectDevices(db, viewer).where(and(eq(devices.uuid, uuid), visibleDevices(viewer)))
  if (!row) throw new Refusal('notFound')
  const { owner, device } = row
  return {
    device: toDevice(row, new Date()),
    owner: owner && { uuid: owner.uuid, name: fullName(owner), contactNumber: owner.contactNumber },
    relatives: await relativesOf(db, device.id),
    limits: bounded(await deviceBounds(db, device.id)),
    agent: await agentOf(db, device.agentId),
    firmware: seesTechnical(viewer) ? (row.status?.firmware ?? null) : null,
    clockSkew: seesTechnical(viewer) ? (row.status?.clockSkew ?? null) : null,
    homeLocation: (await seesLocation(db, viewer, device.id)) ? homeOf(device) : null,
    settings: await settingsState(db, device),
    commands: [...(await formatOfDevice(db, device)).commands],
    imageUrl: device.imageUrl,
    soldAt: device.soldAt,
    updatedAt: device.updatedAt,
  }
}

const homeOf = ({ homeLat: lat, homeLng: lng }: DeviceRow): Place | null =>
  lat === null || lng === null ? null : { lat, lng }

const seesLocation = async (db: Db, viewer: Viewer, id: number): Promise<boolean> =>
  hasScope(viewer, 'locations:read') &&
  (await db.$count(devices, and(eq(devices.id, id), visibleLocations(viewer)))) > 0

async function agentOf(db: Db, id: number | null) {
  if (id === null) return null
  const [agent] = await db.select(seen(users)).from(users).where(eq(users.id, id))
  return agent ? { uuid: agent.uuid, name: fullName(agent) } : null
}

async function relativesOf(db: Db, deviceId: number) {
  const rows = await db
    .select({ relative: relatives, userUuid: users.uuid })
    .from(relatives)
    .leftJoin(users, eq(users.id, relatives.userId))
    .where(eq(relatives.deviceId, deviceId))
    .orderBy(asc(relatives.phonebookId), asc(relatives.id))
  return rows.map(({ relative, userUuid }) => ({
    uuid: userUuid ?? relative.uuid,
    relationUUID: relative.uuid,
    name: relative.name,
    contactNumber: relative.phone,
    relation: relative.relation ?? '',
    sosPriority: relative.sosPriority,
    maySeeLocation: relative.maySeeLocation,
  }))
}
