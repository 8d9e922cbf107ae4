import * as contract from '@carewatch/contracts/http/companies'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { countsOfCompany } from './counts.ts'
import { deleteCompany } from './delete.ts'
import { companyById, getVisibleCompany } from './find.ts'
import { listCompanies } from './list-companies.ts'
import { newCompany } from './new.ts'
import { changeCompanyStatus, updateCompany } from './update.ts'

export function companyRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allCompanies, ({ query }, viewer) => listCompanies(db, viewer, query))
  serve(contract.companyDetails, async ({ params }, viewer) => {
    const { id } = await getVisibleCompany(db, viewer, params.uuid)
    return { ...(await companyById(db, id)), counts: await countsOfCompany(db, id) }
  })
  serve(contract.newCompany, ({ body }, caller) => newCompany(db, caller, body))
  serve(contract.updateCompany, (asked, caller) => updateCompany(db, caller, asked))
  serve(contract.companyStatusChange, ({ body }, caller) => changeCompanyStatus(services, caller, body))
  serve(contract.deleteCompany, ({ params }, caller) => deleteCompany(db, caller, params.uuid))
}
