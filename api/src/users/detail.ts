import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { getVisibleUser } from './find-user.ts'
import { selectUsers, toUser, type UserRow } from './user-rows.ts'

const devicesWhere = (db: Db, viewer: Viewer, condition: SQL) =>
  db
    .select({ uuid: devices.uuid, name: devices.name, imei: devices.imei })
    .from(devices)
    .where(and(visibleDevices(viewer), condition))
    .orderBy(asc(devices.name))

const NOTHING = { height: null, weight: null, smoking: null, gender: null, dob: null, address: null }

/** What concerns an account's person and those whose account it is: who merely sees them around a watch is not told where they live. */
function personal(viewer: Viewer, { user, companyUuid }: UserRow) {
  const isOfTheirs = companyUuid !== null && companyUuid === viewer.companyUuid
  const isStaff = permissions.createUsers.some((role) => role === viewer.role)
  if (viewer.id !== user.id && viewer.role !== 'ADMIN' && !(isStaff && isOfTheirs)) return NOTHING
  const { heightCm: height, weightKg: weight, gender, dob, address } = user
  const smoking = user.smoking === null ? null : user.smoking ? (1 as const) : (0 as const)
  return { height, weight, gender, dob, address, smoking }
}

/** One person as a screen shows them: never a hash, a token or a chat id. */
export async function userById(db: Db, viewer: Viewer, id: number): Promise<UserDetail> {
  const isRelated = sql`${devices.id} in (select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${id})`
  const [[row], ownedDevices, relatedDevices] = await Promise.all([
    selectUsers(db).where(eq(users.id, id)),
    devicesWhere(db, viewer, eq(devices.ownerId, id)),
    devicesWhere(db, viewer, isRelated),
  ])
  if (!row) throw new Refusal('notFound')
  const { user } = row
  return {
    ...user,
    ...toUser(viewer, row),
    ...personal(viewer, row),
    hasTwoStep: row.hasTwoStep,
    hasCodes: row.hasCodes,
    telegram: { userName: user.telegramUserName, status: user.telegramStatus },
    sms: { sendSms: user.sendSms, hasNumber: user.contactNumber !== null },
    ownedDevices,
    relatedDevices,
  }
}

export async function userDetail(db: Db, viewer: Viewer, key: string): Promise<{ user: UserDetail }> {
  const { id } = await getVisibleUser(db, viewer, key)
  return { user: await userById(db, viewer, id) }
}
