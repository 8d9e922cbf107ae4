import { Refusal } from '@carewatch/contracts/refusal'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleGateways } from '../access/visible.ts'
import { selectBeacons, selectGateways, toBeacon, toGateway } from './entity-rows.ts'

async function readGateway(db: Db, viewer: Viewer, which: SQL) {
  const [row] = await selectGateways(db).where(and(which, visibleGateways(viewer)))
  return row && { gateway: toGateway(row), beacon: null }
}

async function readBeacon(db: Db, viewer: Viewer, which: SQL) {
  const [row] = await asItself(db, () => selectBeacons(db).where(and(which, visibleBeacons(viewer))))
  return row && { gateway: null, beacon: toBeacon(row) }
}

/** The gateway or beacon of which this is true, if the viewer sees it. */
export async function readEntity(db: Db, viewer: Viewer, by: { uuid: string } | { mac: string }) {
  const isIt = (table: typeof gateways | typeof beacons): SQL =>
    'uuid' in by ? eq(table.uuid, by.uuid) : eq(table.mac, by.mac)
  const found =
    (await readGateway(db, viewer, isIt(gateways))) ?? (await readBeacon(db, viewer, isIt(beacons)))
  if (!found) throw new Refusal('notFound')
  return found
}
