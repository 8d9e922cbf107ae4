import { InvalidFields } from '../http/invalid-fields.ts'
import { Refusal } from '@carewatch/contracts/refusal'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'

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

/** An identity key names one thing too: of two, nobody would know which is near. `but`: the beacon that is given it. */
export async function refuseTakenKey(
  tx: Db,
  { identityKey, but }: { identityKey?: Buffer | null; but?: number },
): Promise<void> {
  if (!identityKey) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${identityKey.toString('hex')}, 0))`)
  // unscoped: a key is one thing's in the whole installation, and that it is taken does not say whose it is
  const taken = await asItself(tx, () =>
    tx.$count(
      beacons,
      and(
        eq(beacons.identityKey, identityKey),
        isNull(beacons.deletedAt),
        but === undefined ? undefined : ne(beacons.id, but),
      ),
    ),
  )
  if (taken > 0) throw new InvalidFields({ identityKey: 'taken' })
}
