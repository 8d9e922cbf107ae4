import type { Db } from '@carewatch/migrations/client'
import { deviceModels } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { InvalidFields } from '../http/invalid-fields.ts'

/** By its model we know how to read a device: one nobody knows cannot be understood. */
export async function refuseUnknownModel(db: Db, name: string): Promise<void> {
  if ((await db.$count(deviceModels, eq(deviceModels.name, name))) === 0)
    throw new InvalidFields({ deviceModel: 'unknown' })
}
