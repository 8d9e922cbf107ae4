import type { subscribePush as contract } from '@carewatch/contracts/http/push'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { pushSubscriptions } from '@carewatch/migrations/schema/people'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Env } from '../env.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { isPushService } from './hosts.ts'

type Given = Input<typeof contract>['body']
type Parts = { db: Db; env: Env }

/** A browser belongs to whoever signed in there last. */
export async function subscribePush({ db, env }: Parts, caller: Caller, given: Given): Promise<null> {
  if (!env.VAPID_PRIVATE_KEY) throw new Refusal('conflict', 'noPush')
  if (!isPushService(given.endpoint, env.PUSH_HOSTS)) throw new InvalidFields({ endpoint: 'invalid' })
  const values = { userId: caller.id, endpoint: given.endpoint, ...given.keys }
  await db.transaction(async (tx) => {
    await tx
      .insert(pushSubscriptions)
      .values(values)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    await audit(tx, caller, {
      action: 'updated',
      entity: 'user',
      uuid: caller.uuid,
      companyId: caller.companyId,
    })
  })
  return null
}
