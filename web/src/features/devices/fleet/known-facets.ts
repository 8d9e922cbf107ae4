import { type FacetName, facetNames } from '@carewatch/contracts/fleet'
import type { deviceFacets, Facet } from '@carewatch/contracts/http/device-facets'
import type { Reply } from '@carewatch/contracts/http/endpoint'

export type KnownFacet = Facet & { name: FacetName }

const isKnown = (facet: Facet): facet is KnownFacet => facetNames.some((name) => name === facet.name)

/** Those that this page can name, in their order: an interface of the next version counts others too. */
export function knownFacets({
  facets,
  firmware,
}: Pick<Reply<typeof deviceFacets>, 'facets' | 'firmware'>): KnownFacet[] {
  const known = [...facets, ...(firmware ? [firmware] : [])].filter(isKnown)
  return known.toSorted((one, other) => facetNames.indexOf(one.name) - facetNames.indexOf(other.name))
}
