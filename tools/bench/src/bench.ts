import type { Generator } from './load/driver.ts'
import type { Measured, Shape } from './load/job.ts'
import type { Cluster } from './harness/cluster.ts'
import { watchCores, type Cores } from './harness/cpu.ts'
import { QUIET_CORES, untilQuiet } from './harness/quiet.ts'

/** What every row works with. */
export type Bench = {
  cluster: Cluster
  generator: Generator
  rounds: number
  /** How long a soak takes. */
  minutes: number
  /** How many million readings at most are filled in to see what they cost. */
  millions: number
  /** A disturbed run is repeated until then, in milliseconds of `performance.now()`. */
  patientUntil: number
  progress: (what: string) => void
  /** Drawn below the table. */
  plots: string[]
}

export const THOUSAND = 1_000
/** Two messages in flight on each of 1,000 connections: the same shape for every side. */
export const CLOSED = { loop: 'closed', window: 2, warmupMs: 1_500, measureMs: 4_000 } as const

export type Run = Measured & { cores: Cores }

/** One run of the generator, and who used the machine meanwhile. */
export async function runLoad(
  { generator, cluster }: Bench,
  parts: Record<string, number>,
  shape: Shape,
): Promise<Run> {
  const seen = watchCores({ ...parts, postgres: cluster.pid, generator: generator.pid })
  const measured = await generator.run(shape)
  return { ...measured, cores: seen() }
}

/** Repeats a measurement once when others used the machine during it, while there is time. */
export async function undisturbed<Result>(
  { patientUntil, progress }: Bench,
  measure: (attempt: number) => Promise<Result>,
  othersIn: (result: Result) => number,
): Promise<Result> {
  await untilQuiet()
  const first = await measure(1)
  if (othersIn(first) <= QUIET_CORES || performance.now() > patientUntil) return first
  progress(`  others used ${othersIn(first).toFixed(2)} cores meanwhile: once more`)
  await untilQuiet()
  const second = await measure(2)
  return othersIn(second) < othersIn(first) ? second : first
}
