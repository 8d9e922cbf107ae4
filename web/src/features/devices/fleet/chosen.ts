import { type FacetName, facetNames } from '@carewatch/contracts/fleet'
import type { DevicesSearch } from '../search.ts'
import { turned } from '../../../ui/list/search.ts'

export const chosenOf = (search: DevicesSearch, name: FacetName): readonly string[] => search[name] ?? []

export const countChosen = (search: DevicesSearch): number =>
  facetNames.reduce((sum, name) => sum + chosenOf(search, name).length, 0)

/** One value more or one less of a facet, from the first page on. */
export function toggled(search: DevicesSearch, name: FacetName, value: string): DevicesSearch {
  const now = chosenOf(search, name)
  const next = now.includes(value) ? now.filter((each) => each !== value) : [...now, value]
  // Safe: the values are those that the server counted of this facet.
  return turned(search, { [name]: next.length > 0 ? next : undefined } as Partial<DevicesSearch>)
}

export const withoutChosen = (search: DevicesSearch): DevicesSearch =>
  turned(search, Object.fromEntries(facetNames.map((name) => [name, undefined])))
