/** What is tried on the people of a branch or a company says how many, and nobody by name. */
export const shown = {
  tryBranchRoutine: 'nobody',
  tryCompanyRoutine: 'nobody',
  tryBranchLimits: 'nobody',
  tryCompanyLimits: 'nobody',
} as const
