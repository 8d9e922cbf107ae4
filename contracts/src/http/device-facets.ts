import { z } from 'zod'
import { FleetDigest, deviceFilters, facetQuery } from '../fleet.ts'
import { permissions } from '../permissions.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const Facet = z
  .object({
    /** One of `facetNames`: by a later version also another, which is left out where nobody knows it. */
    name: z.string().meta({ examples: ['company'] }),
    values: z.array(
      z.object({
        /** As the list is narrowed by it. */
        value: z.string(),
        /** Of a company or a branch its name; null: without one, or the value says it. */
        name: z.string().nullable(),
        count: z.int(),
      }),
    ),
    /** Devices of other values than those. */
    rest: z.int(),
  })
  .meta({ id: 'Facet' })
export type Facet = z.output<typeof Facet>

export const deviceFacets = endpoint({
  method: 'GET',
  path: '/devices/facets',
  summary:
    'How many devices of your scope there are of each company, branch, model, silence, battery and so on; each counted under what is chosen of the others',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  query: z.strictObject({
    ...facetQuery,
    search: paging.search,
    filterKey: z.enum(deviceFilters).default('all'),
  }),
  reply: z.object({
    facets: z.array(Facet),
    /** Beside the others, for a page of the version before reads none that it does not know. Left out by the version before, and for whoever has nothing to do with it. */
    firmware: Facet.optional(),
    total: Total,
    digest: FleetDigest,
  }),
})
