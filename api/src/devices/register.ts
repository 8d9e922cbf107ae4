import type { NewDevice, newDevice } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { z } from 'zod'
import type { Caller } from '../access/viewer.ts'
import { sendInvitation } from '../invitations/send.ts'
import type { Services } from '../services.ts'
import { isOfCompany } from '../users/find-user.ts'
import { holdAccount } from '../users/save.ts'
import { claimingTaken } from './claims/claim.ts'
import { requireNewDevice } from './create-device.ts'
import { mobileNumberOf } from './mobile-number.ts'
import { refuseUnknownModel } from './models/model.ts'
import { inviteOwner } from './owner.ts'
import { findPlace } from './place.ts'
import { changedDevice } from './save-device.ts'

type Body = z.output<typeof NewDevice>

/** Registers a watch. Its password is answered here and nowhere else: only the hash is kept. An owner of its house has it at once, every other is asked. */
export async function registerDevice(
  services: Services,
  caller: Caller,
  body: Body,
): Promise<Reply<typeof newDevice>> {
  const { db } = services
  const { imei, imsi, name, deviceModel, isSold = false } = body
  await refuseUnknownModel(db, deviceModel)
  const mobileNumber = mobileNumberOf(body.mobileNumber)
  const { owner, ...place } = await findPlace(db, caller, body)
  const isOwn = owner !== null && isOfCompany(caller, owner, place)
  const values = {
    imei,
    imsi,
    name,
    deviceModel,
    mobileNumber,
    isSold,
    soldAt: isSold ? new Date() : null,
    ...place,
    ownerId: isOwn ? owner.id : null,
  }
  const work = () =>
    db.transaction(async (tx) => {
      if (isOwn && !(await holdAccount(tx, owner.id))) throw new Refusal('notFound')
      const made = await requireNewDevice(tx, caller, { values })
      const isAsked = owner !== null && !isOwn
      const to = isAsked ? { userId: owner.id } : null
      return { ...made, invited: to && (await inviteOwner(tx, caller, { device: made.row, to })) }
    })
  const { row, credentials, invited } = await claimingTaken(db, caller, { wanted: values, work })
  const invitation = invited && (await sendInvitation(services, caller, invited))
  return { ...(await changedDevice(db, row.id)), credentials, invitation }
}
