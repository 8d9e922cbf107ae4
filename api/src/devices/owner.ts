import type { changeOwner as contract } from '@carewatch/contracts/http/device-changes'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { sql } from 'drizzle-orm'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import { invite, type Invited, type To } from '../invitations/invite.ts'
import { withdrawOwners } from '../invitations/withdraw.ts'
import { sendInvitation } from '../invitations/send.ts'
import type { Services } from '../services.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { addressOf, findVisibleUser, isOfCompany, type Person } from '../users/find-user.ts'
import { presentWearerId } from '../assignments/present.ts'
import { relateOwner, unrelateOwner } from '../assignments/assignments.ts'
import { holdDevices } from '../assignments/hold.ts'
import { holdAccount } from '../users/save.ts'
import { changeDevice } from './change.ts'
import type { DeviceRow } from './save-device.ts'

type Asked = { deviceUUID: string; owner: string }

/** Who is named: an account of the device's house, or whom to ask. */
async function namedOwner(
  tx: Db,
  caller: Caller,
  { device, key }: { device: DeviceRow; key: string },
): Promise<Person | To> {
  const owner = await findVisibleUser(tx, caller, key)
  if (!owner) {
    const email = addressOf(key)
    if (email === null) throw new InvalidFields({ owner: 'unknown' })
    return { email }
  }
  if (!owner.isActive) throw new InvalidFields({ owner: 'unknown' })
  if (owner.role !== 'OWNER') throw new InvalidFields({ owner: 'invalid' })
  return isOfCompany(caller, owner, device) || owner.id === device.ownerId ? owner : { userId: owner.id }
}

async function giveTo(tx: Db, caller: Caller, { device, owner }: { device: DeviceRow; owner: Person }) {
  await withdrawOwners(tx, device.id)
  if (owner.id === device.ownerId) return
  await unrelateOwner(tx, caller, device)
  await relateOwner(tx, caller, { device, ownerId: owner.id, since: sql`now()` })
}

/** Somebody else's watch from now on, by uuid, user name or e-mail address: one of the same house at once, every other when they say yes. */
export async function changeOwner(
  services: Services,
  caller: Caller,
  { deviceUUID, owner: key }: Asked,
): Promise<Reply<typeof contract>> {
  let invited: Invited | null = null
  const changed = await changeDevice(services.db, caller, {
    uuid: deviceUUID,
    action: 'ownerChanged',
    decide: async (device, tx) => {
      const owner = await namedOwner(tx, caller, { device, key })
      // As everybody: the account, the device and who wears it, the invitation.
      if ('id' in owner && !(await holdAccount(tx, owner.id))) throw new InvalidFields({ owner: 'unknown' })
      await holdDevices(tx, [device.id])
      if ('id' in owner) {
        await giveTo(tx, caller, { device, owner })
        return { columns: { ownerId: owner.id }, detail: { owner: owner.uuid } }
      }
      invited = await inviteOwner(tx, caller, { device, to: owner })
      return { columns: {}, detail: { invited: true } }
    },
  })
  return { ...changed, invitation: invited && (await sendInvitation(services, caller, invited)) }
}

/** Who is asked to be responsible for it: instead of whoever was asked before. */
export async function inviteOwner(
  tx: Db,
  caller: Caller,
  { device, to }: { device: DeviceRow; to: To },
): Promise<Invited> {
  const { id: deviceId, companyId, ownerId: fromOwnerId } = device
  await withdrawOwners(tx, deviceId)
  const wearerId = await presentWearerId(tx, deviceId)
  return invite(tx, caller, { kind: 'OWNER', to, companyId, deviceId, wearerId, gift: { fromOwnerId } })
}

export const deleteOwner = (db: Db, caller: Caller, { deviceUUID }: { deviceUUID: string }) =>
  changeDevice(db, caller, {
    uuid: deviceUUID,
    action: 'ownerDeleted',
    decide: async (device, tx) => {
      if (device.ownerId === null) throw new Refusal('conflict', 'noOwner')
      await holdDevices(tx, [device.id])
      await withdrawOwners(tx, device.id)
      await unrelateOwner(tx, caller, device)
      return { columns: { ownerId: null } }
    },
  })
