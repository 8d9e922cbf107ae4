import type * as facets from '@carewatch/contracts/http/device-facets'
import type * as jobs from '@carewatch/contracts/http/fleet-jobs'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof facets & typeof jobs> = {
  deviceFacets: { of: 'list', ask: () => ({ query: { search: 'Watch', silence: 'NEVER|DAY' } }) },
  startFleetJob: {
    of: 'row',
    ask: ({ device }) => ({
      body: {
        action: { kind: 'COMMAND', command: 'MEASURE' },
        which: { uuids: [device.uuid] },
        expected: 1,
      },
    }),
  },
  fleetJobs: { of: 'self', ask: () => ({}) },
  // A job is nobody's but of whoever asked for it, and a sample has none.
  stopFleetJob: {
    of: 'self',
    ask: ({ device }) => ({ params: { uuid: device.uuid } }),
    status: 404,
  },
  undoFleetJob: {
    of: 'self',
    ask: ({ device }) => ({ params: { uuid: device.uuid } }),
    status: 404,
  },
}
