import * as contract from '@carewatch/contracts/http/companies'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listBranches } from './list-branches.ts'
import { listCompanies } from './list-companies.ts'

export function companyRoutes(serve: Serve, { db }: Services): void {
  serve(contract.allCompanies, ({ query }, viewer) => listCompanies(db, viewer, query))
  serve(contract.allBranches, ({ query }, viewer) => listBranches(db, viewer, query))
}
