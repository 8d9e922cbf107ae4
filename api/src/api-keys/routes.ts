import * as contract from '@carewatch/contracts/http/api-keys'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { revokeApiKey, rotateApiKey } from './change.ts'
import { listApiKeys } from './list.ts'
import { newApiKey } from './new.ts'

export function apiKeyRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allApiKeys, (asked, viewer) => listApiKeys(db, viewer, asked))
  serve(contract.newApiKey, ({ body }, caller) => newApiKey(services, caller, body))
  serve(contract.rotateApiKey, (asked, caller) => rotateApiKey(services, caller, asked))
  serve(contract.revokeApiKey, ({ params }, caller) => revokeApiKey(db, caller, params.uuid))
}
