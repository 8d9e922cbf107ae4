import { Refusal } from '@carewatch/contracts/refusal'
import { PHONEBOOK_MAX } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { and, eq, isNotNull } from 'drizzle-orm'
import { InvalidFields } from '../http/invalid-fields.ts'

const places = Array.from({ length: PHONEBOOK_MAX }, (_, index) => index + 1)

/** The place asked for, else the first that is free; the device is held, so that nobody else takes it meanwhile. */
export async function phonebookPlace(tx: Db, deviceId: number, wanted: number | undefined): Promise<number> {
  await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, deviceId)).for('no key update')
  const rows = await tx
    .select({ place: relatives.phonebookId })
    .from(relatives)
    .where(and(eq(relatives.deviceId, deviceId), isNotNull(relatives.phonebookId)))
  const taken = new Set(rows.map(({ place }) => place))
  const free = places.find((place) => !taken.has(place))
  if (free === undefined) throw new Refusal('conflict', 'phonebookFull')
  if (wanted !== undefined && taken.has(wanted)) throw new InvalidFields({ phonebookId: 'taken' })
  return wanted ?? free
}
