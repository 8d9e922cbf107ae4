import type { Db } from '@carewatch/platform/database/client'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq, inArray, or, and, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { visibleBranches, visibleCompanies } from '../../access/visible.ts'

type Company = { id: number; uuid: string; code: string; name: string }
type Branch = Company & { companyId: number }
type Asked = { company?: string | undefined; branch?: string | undefined }
export type Places = {
  companies: readonly Company[]
  branches: readonly Branch[]
  ownCompanyId: number | null
}

const lower = (text: string): string => text.toLowerCase()
const isCalled = (name: string) => (row: Company) => lower(row.code) === name || lower(row.name) === name
const wordsOf = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? [lower(text)] : []))),
]

/** The companies and branches of the viewer's scope that rows name, by code or by name. */
export async function findPlaces(db: Db, viewer: Viewer, rows: readonly Asked[]): Promise<Places> {
  const [companyWords, branchWords] = [
    wordsOf(rows.map(({ company }) => company)),
    wordsOf(rows.map(({ branch }) => branch)),
  ]
  const foundCompanies = companyWords.length
    ? await db
        .select({ id: companies.id, uuid: companies.uuid, code: companies.code, name: companies.name })
        .from(companies)
        .where(
          and(
            or(
              inArray(sql`lower(${companies.code})`, companyWords),
              inArray(sql`lower(${companies.name})`, companyWords),
            ),
            visibleCompanies(viewer),
          ),
        )
    : []
  const foundBranches = branchWords.length
    ? await db
        .select({
          id: branches.id,
          uuid: branches.uuid,
          code: branches.code,
          name: branches.name,
          companyId: branches.companyId,
        })
        .from(branches)
        .innerJoin(companies, eq(companies.id, branches.companyId))
        .where(
          and(
            or(
              inArray(sql`lower(${branches.code})`, branchWords),
              inArray(sql`lower(${branches.name})`, branchWords),
            ),
            visibleBranches(viewer),
          ),
        )
    : []
  return {
    companies: foundCompanies,
    branches: foundBranches,
    ownCompanyId: viewer.role === 'ADMIN' ? null : viewer.companyId,
  }
}

export type NamedPlace = { companyId: number | null; company: Company | null; branch: Branch | null }

/** The company and branch that a row names. A name that fits two is nobody's. */
export function namedPlaceOf(
  { companies: known, branches: all, ownCompanyId }: Places,
  { company, branch }: Asked,
): NamedPlace | { problems: Record<string, string> } {
  const fitting = company ? known.filter(isCalled(lower(company))) : []
  if (company && fitting.length !== 1)
    return { problems: { company: fitting.length ? 'ambiguous' : 'unknown' } }
  const named = fitting[0] ?? null
  const companyId = named?.id ?? ownCompanyId
  if (!branch) return { companyId, company: named, branch: null }
  const within = all
    .filter(isCalled(lower(branch)))
    .filter((one) => companyId === null || one.companyId === companyId)
  const [only] = within
  if (!only || within.length !== 1) return { problems: { branch: within.length ? 'ambiguous' : 'unknown' } }
  return { companyId: only.companyId, company: named, branch: only }
}

type Found = { companyId: number | null; branchId: number | null } | { problems: Record<string, string> }

/** Where a row's device will stand. */
export function placeOf(places: Places, asked: Asked): Found {
  const place = namedPlaceOf(places, asked)
  if ('problems' in place) return place
  return { companyId: place.companyId, branchId: place.branch?.id ?? null }
}
