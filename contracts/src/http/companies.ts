import { z } from 'zod'
import { Instant, Uuid } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const Company = z
  .object({
    uuid: Uuid,
    name: z.string(),
    code: z.string(),
    address: z.string().nullable(),
    manager: z.object({ uuid: Uuid, name: z.string() }).nullable(),
    bookmarkValues: z.array(z.string()),
    isActive: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: 'Company' })
export type Company = z.output<typeof Company>

export const Branch = z
  .object({
    uuid: Uuid,
    name: z.string(),
    code: z.string(),
    company: z.object({ uuid: Uuid, name: z.string() }),
    nurses: z.array(z.object({ uuid: Uuid, name: z.string() })),
    roomStatuses: z.array(z.string()),
    timeZone: z.string(),
    isActive: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: 'Branch' })
export type Branch = z.output<typeof Branch>

export const allCompanies = endpoint({
  method: 'GET',
  path: '/company/all',
  summary: 'Every company in your scope',
  allow: permissions.seeCompanies,
  query: z.strictObject(paging),
  reply: z.object({ companies: z.array(Company), total: Total }),
})

export const allBranches = endpoint({
  method: 'GET',
  path: '/branch/all',
  summary: 'Every branch in your scope',
  allow: permissions.seeBranches,
  query: z.strictObject(paging),
  reply: z.object({ branches: z.array(Branch), total: Total }),
})
