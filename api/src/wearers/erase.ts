import type { Input } from '@carewatch/contracts/http/endpoint'
import type { eraseWearer as contract } from '@carewatch/contracts/http/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { publishingEnded } from '../alarms/publish-ended.ts'
import type { Services } from '../services.ts'
import { eraseFromTexts } from '../users/erase/texts.ts'
import { forgetWearers } from '../users/erase/wearers.ts'
import { free, holdDevice } from './assign.ts'
import { getVisibleWearer } from './find.ts'

const worn = (db: Db, wearerId: number): Promise<{ uuid: string }[]> =>
  db
    .select({ uuid: devices.uuid })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(and(eq(assignments.wearerId, wearerId), isNull(assignments.endedAt)))
    .orderBy(asc(devices.id))

async function erase(db: Db, caller: Caller, uuid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, uuid)
    for (const device of await worn(tx, wearer.id)) {
      const held = await holdDevice(tx, caller, { uuid: device.uuid, end: 'ERASED' })
      if (held.present?.wearerId === wearer.id) await free(tx, caller, { ...held, end: 'ERASED' })
    }
    const deviceIds = await forgetWearers(tx, sql`(${wearer.id})`)
    await eraseFromTexts(tx, wearer, deviceIds)
    const { companyId } = wearer
    const detail = { devices: deviceIds.length }
    await audit(tx, caller, { action: 'erased', entity: 'wearer', uuid, companyId, detail })
  })
}

/** Forgets a person under care for good, on everything they ever wore; the accounts around them stay. */
export async function eraseWearer(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  caller: Caller,
  { params: { uuid } }: Input<typeof contract>,
): Promise<null> {
  const { id } = await getVisibleWearer(services.db, caller, uuid)
  const deviceUuids = (await worn(services.db, id)).map((device) => device.uuid)
  await publishingEnded(services, deviceUuids, () => erase(services.db, caller, uuid))
  return null
}
