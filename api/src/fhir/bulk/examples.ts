import type * as contract from '@carewatch/contracts/http/fhir-bulk'
import { fhirExports } from '@carewatch/migrations/schema/fhir'
import { eq } from 'drizzle-orm'
import type { Examples } from '../../testing/example.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import type { Harness } from '../../testing/harness.ts'

const ACCEPTED = 202
/** Each is of whoever asked for it: of the house's manager. */
const notFor = ['SUPERVISOR'] as const

async function made({ company, people }: CompanyFixture, { db }: Harness) {
  const row = {
    companyId: company.id,
    userId: people.MANAGER.id,
    ofPatients: true,
    types: ['Patient' as const],
  }
  const [{ uuid } = { uuid: '' }] = await db
    .insert(fhirExports)
    .values({ ...row, request: 'http://localhost/api/fhir/Patient/$export' })
    .returning({ uuid: fhirExports.uuid })
  return { id: uuid }
}
/** However many there were before: a company has so many at once. */
async function begun({ company }: CompanyFixture, { db }: Harness) {
  await db.delete(fhirExports).where(eq(fhirExports.companyId, company.id))
  return {}
}
const ask = async (fixture: CompanyFixture, harness: Harness) => ({ params: await made(fixture, harness) })

const asked = async (fixture: CompanyFixture, harness: Harness) => {
  await begun(fixture, harness)
  return {
    body: {
      resourceType: 'Parameters' as const,
      parameter: [{ name: '_type' as const, valueString: 'Patient' }],
    },
  }
}
async function ofBranch(fixture: CompanyFixture, harness: Harness) {
  await begun(fixture, harness)
  return { params: { id: fixture.branch.uuid } }
}

export const examples: Examples<typeof contract> = {
  exportAll: { of: 'list', status: ACCEPTED, ask: begun },
  exportPatients: { of: 'list', status: ACCEPTED, ask: begun },
  exportGroup: { of: 'row', status: ACCEPTED, ask: ofBranch },
  postExportAll: { of: 'list', status: ACCEPTED, ask: asked },
  postExportPatients: { of: 'list', status: ACCEPTED, ask: asked },
  postExportGroup: {
    of: 'row',
    status: ACCEPTED,
    ask: async (fixture, harness) => ({
      ...(await ofBranch(fixture, harness)),
      body: { resourceType: 'Parameters' },
    }),
  },
  exportStatus: { of: 'row', notFor, ask },
  exportCancel: { of: 'row', notFor, status: ACCEPTED, ask },
  exportFile: {
    of: 'row',
    notFor,
    ask: async (fixture, harness) => ({ params: { ...(await made(fixture, harness)), type: 'Patient' } }),
  },
}
