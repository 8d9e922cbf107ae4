import * as contract from '@carewatch/contracts/http/nicknames'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { setNickname } from './set.ts'

export function nicknameRoutes(serve: Serve, { db }: Services): void {
  serve(contract.setNickname, (asked, caller) => setNickname(db, caller, asked))
}
