import type { Generator } from './load/driver.ts'
import type { Cluster } from './stage/cluster.ts'

/** What every row works with. */
export type Bench = {
  cluster: Cluster
  generator: Generator
  rounds: number
  progress: (what: string) => void
}

export const THOUSAND = 1_000
/** Two messages in flight on each of 1,000 connections: the same shape for every side. */
export const CLOSED = { loop: 'closed', window: 2, warmupMs: 1_500, measureMs: 4_000 } as const
