import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Child } from './child.ts'
import type { Weight } from './collect-garbage.ts'

/** Starts a part so that it can be weighed. */
export const WEIGHED = ['--expose-gc', '--import', join(import.meta.dirname, 'collect-garbage.ts')]

/** What a part holds once everything it no longer needs is gone, in bytes. */
export async function weigh(child: Child): Promise<Weight> {
  // Safe: this is what the preloaded collector answers.
  return (await child.ask('collect garbage')) as Weight
}

/** Bytes in memory as the system sees them, nothing collected. */
export function residentOf(pid: number): number {
  const [, kiB = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kiB) * 1_024
}
