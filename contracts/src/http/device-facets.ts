import { z } from 'zod'
import { facetNames, facetQuery, FleetDigest } from '../fleet.ts'
import { permissions } from '../permissions.ts'
import { deviceFilters } from './devices.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const Facet = z
  .object({
    name: z.enum(facetNames),
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
  query: z.strictObject({
    ...facetQuery,
    search: paging.search,
    filterKey: z.enum(deviceFilters).default('all'),
  }),
  reply: z.object({ facets: z.array(Facet), total: Total, digest: FleetDigest }),
})
