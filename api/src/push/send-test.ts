import { messageText } from '@carewatch/contracts/messages/catalogue'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import type { Env } from '../env.ts'
import { pushTo } from './push-to.ts'

/** Sends one message to each browser of the caller. */
export async function testPush(db: Db, env: Env, caller: Caller): Promise<{ sent: number; failed: number }> {
  if (!env.VAPID_PRIVATE_KEY) throw new Refusal('conflict', 'noPush')
  const body = messageText(caller.language, 'push.test') ?? ''
  const to = { identityId: caller.identityId, selectedLanguage: caller.language }
  return pushTo({ db, env }, to, { title: 'Carewatch', body, tag: 'test', path: '/user/detail/currentUser' })
}
