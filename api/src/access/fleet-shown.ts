/** What is counted of many devices names places and models, and nobody. */
export const shown = {
  deviceFacets: 'nobody',
} as const
