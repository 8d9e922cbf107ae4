import type * as contract from '@carewatch/contracts/http/companies'
import { createCompany } from '@carewatch/migrations/factories'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  allCompanies: { of: 'list', ask: () => ({}) },
  companyDetails: {
    of: 'row',
    ofWholeCompany: true,
    ask: ({ company }) => ({ params: { uuid: company.uuid } }),
  },
  newCompany: {
    of: 'list',
    ask: () => ({ body: { name: 'Golden Age', code: `GA-${crypto.randomUUID().slice(0, 18)}` } }),
  },
  updateCompany: {
    of: 'row',
    ask: ({ company, people }) => ({
      params: { uuid: company.uuid },
      body: {
        name: 'Golden Age',
        address: '1 Herzl Street',
        manager: people.MANAGER.uuid,
        bookmarkValues: ['Meal', 'Walk'],
        limits: { heartRate: { low: 48, high: 115 } },
      },
    }),
  },
  companyStatusChange: {
    of: 'row',
    ask: async (_, { db }) => ({ body: { uuid: (await createCompany(db)).uuid, isActive: false } }),
  },
  deleteCompany: {
    of: 'row',
    ask: async (_, { db }) => ({ params: { uuid: (await createCompany(db)).uuid } }),
  },
}
