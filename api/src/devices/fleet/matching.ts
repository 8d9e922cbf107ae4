import {
  type ChosenFacets as Chosen,
  type FacetName,
  NOWHERE,
  type deviceFilters,
  facetNames,
} from '@carewatch/contracts/fleet'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../access/one-of.ts'
import type { Viewer } from '../../access/viewer.ts'
import { visibleBranches, visibleCompanies } from '../../access/visible.ts'
import { isAmong } from '../../http/among.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { bands, facetColumns, isBand } from './facet-columns.ts'
import { isOneOfTexts } from './texts.ts'
import { isHidden } from './hidden.ts'
import { unreadDevices } from './unread.ts'

export type FilterKey = (typeof deviceFilters)[number]

const isOnline = sql`coalesce(${deviceStatus.online}, false)`

/** Conditions on `devices` and its status. */
export const filters: Record<FilterKey, SQL | undefined> = {
  all: undefined,
  isSold: eq(devices.isSold, true),
  isNotSold: eq(devices.isSold, false),
  active: eq(devices.isActive, true),
  inactive: eq(devices.isActive, false),
  online: isOnline,
  offline: sql`not ${isOnline}`,
}

export const isNarrowed = (chosen: Chosen): boolean => facetNames.some((name) => chosen[name] !== undefined)

type Place = { id: number; uuid: string; name: string }

const uuidsOf = (named: readonly string[] = []) => named.filter((value) => value !== NOWHERE)

/** Places are named by uuid, devices have their ids; one that the viewer does not see is none. */
async function findPlaces(db: Db, viewer: Viewer, { company, branch }: Chosen): Promise<Places> {
  const [there, inside] = [uuidsOf(company), uuidsOf(branch)]
  return {
    company:
      there.length > 0
        ? await db
            .select({ id: companies.id, uuid: companies.uuid, name: companies.name })
            .from(companies)
            .where(and(isOneOf(companies.uuid, there), visibleCompanies(viewer)))
        : [],
    branch:
      inside.length > 0
        ? await db
            .select({ id: branches.id, uuid: branches.uuid, name: branches.name })
            .from(branches)
            .where(and(isOneOf(branches.uuid, inside), visibleBranches(viewer)))
        : [],
  }
}

export type Places = Record<'company' | 'branch', Place[]>

export type Facets = {
  /** Each facet as a value of a device. */
  columns: Record<FacetName, SQL>
  /** What is chosen as conditions on these values, wherever they stand. */
  on: (values: Record<FacetName, SQL>) => Partial<Record<FacetName, SQL>>
  /** Those that are chosen. */
  places: Places
}

/** What is chosen of each facet, as SQL. `counts`: also of what nothing is chosen the values are needed. */
export async function readFacets(
  db: Db,
  viewer: Viewer,
  { chosen, counts = false }: { chosen: Chosen; counts?: boolean },
): Promise<Facets> {
  const hidden = facetNames.filter((name) => chosen[name] && isHidden(viewer, name))
  if (hidden.length > 0) throw new InvalidFields(Object.fromEntries(hidden.map((name) => [name, 'unknown'])))
  const unread = counts || chosen.messages ? await unreadDevices(db, viewer) : []
  const places = await findPlaces(db, viewer, chosen)
  const isThere = (value: SQL, name: 'company' | 'branch') =>
    or(
      isAmong(
        value,
        places[name].map(({ id }) => id),
      ),
      chosen[name]?.includes(NOWHERE) ? isNull(value) : undefined,
    )
  const conditionOf = (name: FacetName, value: SQL): SQL | undefined => {
    const values = chosen[name]
    if (!values) return undefined
    if (name === 'company' || name === 'branch') return isThere(value, name)
    if (!isBand(name)) return isOneOfTexts(value, values)
    const names: readonly string[] = bands[name]
    return isAmong(
      value,
      values.map((each) => names.indexOf(each)),
    )
  }
  return {
    places,
    columns: facetColumns(unread),
    on: (values) =>
      Object.fromEntries(
        facetNames.flatMap((name) => {
          const condition = conditionOf(name, values[name])
          return condition ? [[name, condition]] : []
        }),
      ),
  }
}
