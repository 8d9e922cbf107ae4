import type { newBeacon } from '@carewatch/contracts/http/gateways-and-beacons'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { identityOf } from './beacon-identity.ts'
import { limitsOf, refuseCrossedLimits } from './beacon-limits.ts'
import { findEntityPlace, getStaffId, getWearerId, refuseTwoHolders } from './entity-place.ts'
import { selectBeacons, toBeacon } from './entity-rows.ts'
import { refuseTakenKey, refuseTakenMac } from './free-mac.ts'

export async function registerBeacon(
  db: Db,
  caller: Caller,
  { body }: Input<typeof newBeacon>,
): Promise<Reply<typeof newBeacon>> {
  const { name, macAddress: mac, deviceType, deviceUUID, staffUUID } = body
  const given = identityOf(body)
  refuseCrossedLimits(body)
  refuseTwoHolders(body)
  const id = await db.transaction(async (tx) => {
    const { companyId, ...place } = await findEntityPlace(tx, caller, { asked: body })
    const deviceId =
      deviceUUID === undefined ? null : await getWearerId(tx, caller, { deviceUUID, companyId })
    const staffId = staffUUID === undefined ? null : await getStaffId(tx, caller, { staffUUID, companyId })
    await refuseTakenMac(tx, mac)
    await refuseTakenKey(tx, given)
    const values = { name, mac, deviceType, deviceId, staffId, ...given, ...place, ...limitsOf(body) }
    const [made] = await asItself(tx, () =>
      tx.insert(beacons).values(values).returning({ id: beacons.id, uuid: beacons.uuid }),
    )
    if (!made) throw new Refusal('unavailable')
    await audit(tx, caller, { action: 'created', entity: 'beacon', uuid: made.uuid, companyId })
    return made.id
  })
  return { beacon: await readBeacon(db, id) }
}

async function readBeacon(db: Db, id: number) {
  const [row] = await asItself(db, () => selectBeacons(db).where(eq(beacons.id, id)))
  if (!row) throw new Refusal('notFound')
  return toBeacon(row)
}
