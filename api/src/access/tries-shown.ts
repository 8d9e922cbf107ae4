import { shown as ofFleet } from './fleet-shown.ts'

/** What is tried or counted on the people and devices of many says how many, and nobody by name. */
export const shown = {
  ...ofFleet,
  tryBranchRoutine: 'nobody',
  tryCompanyRoutine: 'nobody',
  tryBranchLimits: 'nobody',
  tryCompanyLimits: 'nobody',
} as const
