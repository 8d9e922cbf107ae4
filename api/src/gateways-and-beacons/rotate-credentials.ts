import type { Db } from '@carewatch/platform/database/client'
import { asItself } from '@carewatch/platform/database/as-itself'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { lockGateway } from './visible-entity.ts'

/** A new password for a gateway: nobody signs in with the old one any more. */
export const rotateGatewayCredentials = (db: Db, caller: Caller, uuid: string) =>
  db.transaction(async (tx) => {
    const { id, mac, companyId } = await lockGateway(tx, caller, uuid)
    const { password, hash } = makeCredential()
    const now = new Date()
    const columns = { credentialHash: hash, credentialRotatedAt: now, updatedAt: now }
    await asItself(tx, () => tx.update(gateways).set(columns).where(eq(gateways.id, id)))
    await audit(tx, caller, { action: 'credentialsRotated', entity: 'gateway', uuid, companyId })
    return { credentials: { username: mac, password } }
  })
