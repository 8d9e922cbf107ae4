import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { forgetTwoStep } from '../auth/two-step.ts'
import { getManageableUser } from './find-user.ts'
import { hasOthers } from './others-of.ts'

export async function endSessionsOf(db: Db, caller: Caller, key: string): Promise<null> {
  await db.transaction(async (tx) => {
    const { id, uuid, companyId } = await getManageableUser(tx, caller, key)
    await endSessions(tx, id)
    await audit(tx, caller, { action: 'ended', entity: 'session', uuid, companyId, detail: { which: 'all' } })
  })
  return null
}

/**
 * For somebody whose telephone is gone: they sign in with the password alone again, everywhere anew. Of whoever works with another company too no
 * company does it alone: the other asked for that step for people of its own.
 */
export async function resetTwoStepOf(db: Db, caller: Caller, key: string): Promise<null> {
  await db.transaction(async (tx) => {
    const person = await getManageableUser(tx, caller, key)
    const { id, identityId, uuid, companyId } = person
    if (caller.role !== 'ADMIN' && (await hasOthers(tx, person)))
      throw new Refusal('conflict', 'twoStepElsewhere')
    await forgetTwoStep(tx, identityId ?? id)
    await endSessions(tx, id)
    const detail = { change: 'reset' }
    await audit(tx, caller, { action: 'twoStepChanged', entity: 'user', uuid, companyId, detail })
  })
  return null
}
