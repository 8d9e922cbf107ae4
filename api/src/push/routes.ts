import * as contract from '@carewatch/contracts/http/push'
import type { Env } from '../env.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { notePushReceipt } from '../alarms/receipts.ts'
import { testPush } from './send-test.ts'
import { subscribePush } from './subscribe.ts'
import { unsubscribePush } from './unsubscribe.ts'

export function pushRoutes(serve: Serve, { db }: Services, env: Env): void {
  serve(contract.subscribePush, ({ body }, caller) => subscribePush({ db, env }, caller, body))
  serve(contract.unsubscribePush, ({ body }, caller) => unsubscribePush(db, caller, body.endpoint))
  serve.toAnyone(contract.pushReceipt, async ({ body }) => {
    await notePushReceipt(db, body)
    return null
  })
  serve(contract.testPush, (_, caller) => testPush(db, env, caller))
}
