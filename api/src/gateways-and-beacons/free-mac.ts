import { Refusal } from '@carewatch/contracts/refusal'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq, isNull, sql } from 'drizzle-orm'

/** A MAC address names one thing, gateway or beacon; of two who register it at once, the second waits and is refused. */
export async function refuseTakenMac(tx: Db, mac: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${mac}, 0))`)
  // unscoped: an address is one thing's in the whole installation, and that it is taken does not say whose it is
  const taken = await asItself(
    tx,
    async () =>
      (await tx.$count(gateways, and(eq(gateways.mac, mac), isNull(gateways.deletedAt)))) +
      (await tx.$count(beacons, and(eq(beacons.mac, mac), isNull(beacons.deletedAt)))),
  )
  if (taken > 0) throw new Refusal('conflict', 'macTaken')
}
