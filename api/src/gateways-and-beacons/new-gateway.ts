import type { newGateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { findEntityPlace } from './entity-place.ts'
import { selectGateways, toGateway } from './entity-rows.ts'
import { refuseTakenMac } from './free-mac.ts'

/** Registers a gateway. Its password is answered here and nowhere else: only the hash is kept. */
export async function registerGateway(
  db: Db,
  caller: Caller,
  { body }: Input<typeof newGateway>,
): Promise<Reply<typeof newGateway>> {
  const { password, hash } = makeCredential()
  const { name, macAddress: mac, model } = body
  const id = await db.transaction(async (tx) => {
    const place = await findEntityPlace(tx, caller, { asked: body })
    await refuseTakenMac(tx, mac)
    const credential = { credentialHash: hash, credentialRotatedAt: new Date() }
    const values = { name, mac, ...(model !== undefined && { model }), ...place, ...credential }
    const [made] = await asItself(tx, () =>
      tx.insert(gateways).values(values).returning({ id: gateways.id, uuid: gateways.uuid }),
    )
    if (!made) throw new Refusal('unavailable')
    const { companyId } = place
    await audit(tx, caller, { action: 'created', entity: 'gateway', uuid: made.uuid, companyId })
    return made.id
  })
  return { gateway: await readGateway(db, id), credentials: { username: mac, password } }
}

async function readGateway(db: Db, id: number) {
  const [row] = await selectGateways(db).where(eq(gateways.id, id))
  if (!row) throw new Refusal('notFound')
  return toGateway(row)
}
