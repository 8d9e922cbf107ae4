import type { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, eq } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import { limited, limitsOf } from './limits.ts'

export async function getDeviceDetail(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof deviceDetail>> {
  const [row] = await selectDevices(db).where(and(eq(devices.uuid, uuid), visibleDevices(viewer)))
  if (!row) throw new Refusal('notFound')
  const { owner } = row
  return {
    device: toDevice(row, new Date()),
    owner: owner && { uuid: owner.uuid, name: fullName(owner), contactNumber: owner.contactNumber },
    relatives: await relativesOf(db, row.device.id),
    limits: limited(await limitsOf(db, row.device.id)),
  }
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
    name: relative.name,
    contactNumber: relative.phone,
    relation: relative.relation ?? '',
    sosPriority: relative.sosPriority,
  }))
}
