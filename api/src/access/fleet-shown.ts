import { byDevice } from './persons.ts'
import { type Answered, profile } from './whom-shown.ts'
import type { fleetJobs as jobs } from '@carewatch/contracts/http/fleet-jobs'

/** What is counted of many devices names places and models, and nobody; what failed of a job names the devices. */
export const shown = {
  deviceFacets: 'nobody',
  startFleetJob: 'traced',
  stopFleetJob: 'traced',
  undoFleetJob: 'traced',
  fleetJobs: profile(({ reply }: Answered<typeof jobs>) =>
    reply.jobs.flatMap(({ failures }) => failures.flatMap(({ uuid }) => byDevice(uuid))),
  ),
} as const
