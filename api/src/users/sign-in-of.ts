import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { forgetTwoStep } from '../auth/two-step.ts'
import { getManageableUser } from './find-user.ts'

export async function endSessionsOf(db: Db, caller: Caller, key: string): Promise<null> {
  await db.transaction(async (tx) => {
    const { id, uuid, companyId } = await getManageableUser(tx, caller, key)
    await endSessions(tx, id)
    await audit(tx, caller, { action: 'ended', entity: 'session', uuid, companyId, detail: { which: 'all' } })
  })
  return null
}

/** For somebody whose telephone is gone: they sign in with the password alone again, everywhere anew. */
export async function resetTwoStepOf(db: Db, caller: Caller, key: string): Promise<null> {
  await db.transaction(async (tx) => {
    const { id, identityId, uuid, companyId } = await getManageableUser(tx, caller, key)
    await forgetTwoStep(tx, identityId ?? id)
    await endSessions(tx, id)
    const detail = { change: 'reset' }
    await audit(tx, caller, { action: 'twoStepChanged', entity: 'user', uuid, companyId, detail })
  })
  return null
}
