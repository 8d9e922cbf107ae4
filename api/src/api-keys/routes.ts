import * as contract from '@carewatch/contracts/http/api-keys'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { revokeApiKey, rotateApiKey } from './change.ts'
import { listApiKeys } from './list.ts'
import { newApiKey } from './new.ts'
import { setPublicKeys } from './public-keys.ts'

export function apiKeyRoutes(serve: Serve, services: Services): void {
  const { db, viewers } = services
  /** This process need not wait for the database to tell it what it has just changed. */
  async function changed<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    viewers.forgetAll()
    return result
  }

  serve(contract.allApiKeys, (asked, viewer) => listApiKeys(db, viewer, asked))
  serve(contract.newApiKey, ({ body }, caller) => changed(newApiKey(services, caller, body)))
  serve(contract.rotateApiKey, (asked, caller) => changed(rotateApiKey(services, caller, asked)))
  serve(contract.setPublicKeys, (asked, caller) => changed(setPublicKeys(services, caller, asked)))
  serve(contract.revokeApiKey, ({ params }, caller) => changed(revokeApiKey(db, caller, params.uuid)))
}
