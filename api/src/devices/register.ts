import type { NewDevice, newDevice } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import type { z } from 'zod'
import type { Caller } from '../access/viewer.ts'
import { requireNewDevice } from './create-device.ts'
import { mobileNumberOf } from './mobile-number.ts'
import { refuseUnknownModel } from './models/model.ts'
import { findPlace } from './place.ts'
import { changedDevice } from './save-device.ts'

type Body = z.output<typeof NewDevice>

/** Registers a watch. Its password is answered here and nowhere else: only the hash is kept. */
export async function registerDevice(db: Db, caller: Caller, body: Body): Promise<Reply<typeof newDevice>> {
  const { imei, imsi, name, deviceModel, isSold = false } = body
  await refuseUnknownModel(db, deviceModel)
  const mobileNumber = mobileNumberOf(body.mobileNumber)
  const values = {
    imei,
    imsi,
    name,
    deviceModel,
    mobileNumber,
    isSold,
    soldAt: isSold ? new Date() : null,
    ...(await findPlace(db, caller, body)),
  }
  const { row, credentials } = await db.transaction((tx) => requireNewDevice(tx, caller, { values }))
  return { ...(await changedDevice(db, row.id)), credentials }
}
