import { FACET_VALUES_MAX, type FacetName, facetNames, NOWHERE } from '@carewatch/contracts/fleet'
import type { deviceFacets as contract, Facet } from '@carewatch/contracts/http/device-facets'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'
import { isAmong } from '../../http/among.ts'
import { digestOf, digestText } from './digest.ts'
import { foundInFleet } from './found.ts'
import { bands, facetJoins, isBand } from './facet-columns.ts'
import { type Facets, filters, readFacets } from './matching.ts'
import { isHidden } from './hidden.ts'

/** Of the total the value is which devices they are. */
type Counted = { facet: FacetName | 'total'; value: string | null; count: number; whole: number }

const cell = (name: FacetName): SQL => sql`cells.${sql.identifier(name)}`

/** Of one facet its values with the most devices, those that are chosen first, under what is chosen of the others. */
function countsOf(name: FacetName, { on }: Facets): SQL {
  const { [name]: own, ...others } = on(cells)
  const chosenFirst = own ? sql`coalesce(bool_or(${own}), false) desc,` : sql``
  return sql`(select ${name}::text as facet, ${cell(name)}::text as value, sum(cells.n)::int as count,
      (sum(sum(cells.n)) over ())::int as whole from cells where ${and(...Object.values<SQL>(others)) ?? sql`true`}
    group by ${cell(name)} order by ${chosenFirst} count desc, value limit ${FACET_VALUES_MAX})`
}

// Safe: a line for each name.
const cells = Object.fromEntries(facetNames.map((name) => [name, cell(name)])) as Record<FacetName, SQL>

/** How many devices there are of each value of each facet: gathered once by all of them together, and added up from there. */
export async function countFacets(
  db: Db,
  viewer: Viewer,
  { query: { search, filterKey, ...chosen } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const facets = await readFacets(db, viewer, { chosen, counts: true })
  const found = search ? await foundInFleet(db, viewer, search) : undefined
  const named = [sql`${devices.id} as id`].concat(
    facetNames.map((name) => sql`${facets.columns[name]} as ${sql.identifier(name)}`),
  )
  const values = sql.join(
    facetNames.map((name) => sql`${sql.identifier(name)}`),
    sql`, `,
  )
  const isChosen = and(...Object.values(facets.on(cells))) ?? sql`true`
  const rows = await gathered(
    db,
    sql`
    with each_device as (select ${sql.join(named, sql`, `)}
      from ${devices} ${facetJoins} where ${and(visibleDevices(viewer), filters[filterKey], found)}),
    cells as materialized (select ${values}, count(*)::int as n, ${digestOf(sql`id`)} as digest from each_device group by ${values})
    ${sql.join(
      facetNames.map((name) => countsOf(name, facets)),
      sql` union all `,
    )}
    union all select 'total', ${digestText(sql`bit_xor(cells.digest)`)}, coalesce(sum(cells.n), 0)::int, 0 from cells where ${isChosen}`,
  )
  const shown = facetNames.filter((name) => !isHidden(viewer, name))
  const of = (name: Counted['facet']) => rows.filter(({ facet }) => facet === name)
  const [total] = of('total')
  const places = await namesOf(db, { company: of('company'), branch: of('branch') })
  for (const name of ['company', 'branch'] as const)
    for (const place of facets.places[name]) places.set(`${name}${place.id}`, place)
  const asFacet = (name: FacetName) => facetOf({ name, counted: of(name), places, chosen: chosen[name] })
  return {
    facets: shown.filter((name) => name !== 'firmware').map(asFacet),
    ...(shown.includes('firmware') && { firmware: asFacet('firmware') }),
    total: total?.count ?? 0,
    digest: total?.value ?? '',
  }
}

/** In memory, where a hundred thousand would be sorted on the disk. */
const gathered = (db: Db, counts: SQL): Promise<Counted[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('work_mem', '32MB', true)`)
    return (await tx.execute<Counted>(counts)).rows
  })

type Named = Map<string, { uuid: string; name: string }>

async function namesOf(db: Db, { company, branch }: Record<'company' | 'branch', Counted[]>): Promise<Named> {
  const ids = (counted: Counted[]) => counted.flatMap(({ value }) => (value === null ? [] : [Number(value)]))
  const [there, inside] = await Promise.all([
    db
      .select({ id: companies.id, uuid: companies.uuid, name: companies.name })
      .from(companies)
      .where(isAmong(companies.id, ids(company))),
    db
      .select({ id: branches.id, uuid: branches.uuid, name: branches.name })
      .from(branches)
      .where(isAmong(branches.id, ids(branch))),
  ])
  return new Map([
    ...there.map(({ id, ...place }) => [`company${id}`, place] as const),
    ...inside.map(({ id, ...place }) => [`branch${id}`, place] as const),
  ])
}

type Of = { name: FacetName; counted: Counted[]; places: Named; chosen: readonly string[] | undefined }

function facetOf({ name, counted, places, chosen = [] }: Of): Facet {
  const isPlace = name === 'company' || name === 'branch'
  const values = counted.map(({ value, count }) => {
    const place = isPlace ? places.get(`${name}${value}`) : undefined
    const named = isPlace ? place?.uuid : isBand(name) ? bands[name][Number(value)] : value
    return { value: named ?? NOWHERE, name: place?.name ?? null, count }
  })
  const named = new Map([...places.values()].map((place) => [place.uuid, place.name]))
  const empty = chosen
    .filter((value) => !values.some((each) => each.value === value))
    .map((value) => ({ value, name: named.get(value) ?? null, count: 0 }))
  const listed = counted.reduce((sum, { count }) => sum + count, 0)
  return { name, values: [...empty, ...values], rest: (counted[0]?.whole ?? 0) - listed }
}
