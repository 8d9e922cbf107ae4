import { sql } from 'drizzle-orm'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { findVisibleUser } from '../users/find-user.ts'
import { relateOwner, unrelateOwner } from '../assignments/assignments.ts'
import { changeDevice } from './change.ts'
import { mayOwn } from './place.ts'

/** Somebody else's watch from now on, by uuid, user name or e-mail address. */
export const changeOwner = (
  db: Db,
  caller: Caller,
  { deviceUUID, owner: key }: { deviceUUID: string; owner: string },
) =>
  changeDevice(db, caller, {
    uuid: deviceUUID,
    action: 'ownerChanged',
    decide: async (device, tx) => {
      const owner = await findVisibleUser(tx, caller, key)
      if (!owner?.isActive) throw new InvalidFields({ owner: 'unknown' })
      if (!mayOwn(owner, device.companyId)) throw new InvalidFields({ owner: 'invalid' })
      if (owner.id !== device.ownerId) {
        await unrelateOwner(tx, caller, device)
        await relateOwner(tx, caller, { device, ownerId: owner.id, since: sql`now()` })
      }
      return { columns: { ownerId: owner.id }, detail: { owner: owner.uuid } }
    },
  })

export const deleteOwner = (db: Db, caller: Caller, { deviceUUID }: { deviceUUID: string }) =>
  changeDevice(db, caller, {
    uuid: deviceUUID,
    action: 'ownerDeleted',
    decide: async (device, tx) => {
      if (device.ownerId === null) throw new Refusal('conflict', 'noOwner')
      await unrelateOwner(tx, caller, device)
      return { columns: { ownerId: null } }
    },
  })
