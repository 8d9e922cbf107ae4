import { alarms } from '@carewatch/migrations/schema/alarms'
import { asItself } from '@carewatch/platform/database/as-itself'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { eq, type SQL } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Tx } from '../alarms/steps.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import type { Services } from '../services.ts'
import { endRoomAlarms } from '../alarms/end-room-alarms.ts'
import { companyOfBranch } from './entity-place.ts'
import { type Entity, lockEntity } from './visible-entity.ts'

async function remove(tx: Tx, { type, row }: Entity): Promise<{ which: SQL; note: string }> {
  const gone = { deletedAt: new Date(), isActive: false, updatedAt: new Date() }
  if (type === 'GATEWAY') {
    const silent = { online: false, credentialHash: null }
    await asItself(tx, () =>
      tx
        .update(gateways)
        .set({ ...gone, ...silent })
        .where(eq(gateways.id, row.id)),
    )
    return { which: eq(alarms.gatewayId, row.id), note: 'gateway deleted' }
  }
  await tx.update(beacons).set(gone).where(eq(beacons.id, row.id))
  return { which: eq(alarms.beaconId, row.id), note: 'beacon deleted' }
}

/** The row stays for the history that names it; nobody sees it, its password opens nothing, and what it raised is over. */
export async function deleteEntity(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  caller: Caller,
  uuid: string,
): Promise<null> {
  const changed = await services.db.transaction(async (tx) => {
    const found = await lockEntity(tx, caller, uuid)
    const companyId = await companyOfBranch(tx, found.row.branchId)
    const ended = await endRoomAlarms(tx, caller, { ...(await remove(tx, found)), cause: 'OTHER' })
    const entity = found.type === 'GATEWAY' ? 'gateway' : 'beacon'
    const detail = { alarmsClosed: ended.roomIds.length }
    await audit(tx, caller, { action: 'deleted', entity, uuid, companyId, detail })
    return ended.changed
  })
  await publishChanged(services, changed, 'closed')
  return null
}
