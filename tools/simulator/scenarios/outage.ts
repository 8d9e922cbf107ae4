import { SECOND_MS, type Scenario } from './scenario.ts'

/** Beyond six intervals of a quarter of an hour. */
const AWAY_MS = 105 * 60 * SECOND_MS

export const outage: Scenario = {
  story:
    'The house loses its network: the watch and the five after it fall silent together for an hour and three quarters, and come back. Of a running fleet.',
  watches: 6,
  timeline: () => [
    { atMs: 0, act: { does: 'vanish' } },
    { atMs: AWAY_MS, act: { does: 'return' } },
  ],
}
