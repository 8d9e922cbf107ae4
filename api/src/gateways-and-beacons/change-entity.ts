import type { AuditAction } from '@carewatch/contracts/audit'
import { asItself } from '@carewatch/platform/database/as-itself'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { companyOfBranch } from './entity-place.ts'
import type { BeaconRow, GatewayRow } from './entity-rows.ts'
import { readEntity } from './read-entity.ts'
import { type Entity, lockEntity } from './visible-entity.ts'

type GatewayColumns = Partial<typeof gateways.$inferInsert>
type BeaconColumns = Partial<typeof beacons.$inferInsert>

export type EntityChange = {
  uuid: string
  action: AuditAction
  /** Of the row that was looked at. */
  seenAt?: Date | undefined
  gateway: (row: GatewayRow, tx: Db) => Promise<GatewayColumns> | GatewayColumns
  beacon: (row: BeaconRow, tx: Db) => Promise<BeaconColumns> | BeaconColumns
}

/** What is no field of this kind is refused, never dropped in silence. */
export function refuseFields(body: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const wrong = names.filter((name) => body[name] !== undefined)
  if (wrong.length > 0) throw new InvalidFields(Object.fromEntries(wrong.map((name) => [name, 'unknown'])))
}

async function save(tx: Db, { type, row }: Entity, change: EntityChange): Promise<string[]> {
  if (type === 'GATEWAY') {
    const columns = await change.gateway(row, tx)
    const updatedAt = changedAfter(gateways.updatedAt)
    await tx
      .update(gateways)
      .set({ ...columns, updatedAt })
      .where(eq(gateways.id, row.id))
    return namesOfChanged(row, columns)
  }
  const columns = await change.beacon(row, tx)
  const updatedAt = changedAfter(beacons.updatedAt)
  // Its key too.
  await asItself(tx, () =>
    tx
      .update(beacons)
      .set({ ...columns, updatedAt })
      .where(eq(beacons.id, row.id)),
  )
  return namesOfChanged(row, columns)
}

/** One change of one gateway or beacon of the viewer's scope, with its trace: its kind's function says what it is, or refuses. */
export async function changeEntity(db: Db, caller: Caller, change: EntityChange) {
  const { uuid, action, seenAt } = change
  await db.transaction(async (tx) => {
    const entity = await lockEntity(tx, caller, uuid)
    const { branchId, updatedAt } = entity.row
    if (seenAt !== undefined && seenAt.getTime() !== updatedAt.getTime()) throw new Refusal('conflict')
    const fields = await save(tx, entity, change)
    await audit(tx, caller, {
      action,
      entity: entity.type === 'GATEWAY' ? 'gateway' : 'beacon',
      uuid,
      companyId: await companyOfBranch(tx, branchId),
      detail: { fields },
    })
  })
  return readEntity(db, caller, { uuid })
}
