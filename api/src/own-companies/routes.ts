import * as contract from '@carewatch/contracts/http/own-companies'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listOwnCompanies } from './list.ts'
import { switchCompany } from './switch.ts'

export function ownCompanyRoutes(serve: Serve, services: Services): void {
  const { db, viewers } = services
  serve(contract.ownCompanies, (_, caller) => listOwnCompanies(db, caller))
  serve(contract.switchCompany, async ({ body }, caller) => {
    const answer = await switchCompany(services, caller, body.accountUuid)
    // This process need not wait for the database to tell it what it has just changed.
    viewers.forgetAll()
    return answer
  })
}
