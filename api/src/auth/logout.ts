import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import { endSession } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'

/** Ends this sign-in; the person's other machines stay signed in. */
export async function logout(db: Db, caller: Caller): Promise<null> {
  await db.transaction(async (tx) => {
    await endSession(tx, caller, caller.sessionUuid)
    await audit(tx, caller, { action: 'signedOut', entity: 'session', uuid: caller.sessionUuid })
  })
  return null
}
