import { join } from 'node:path'
import { ROOT } from '../env.ts'
import type { Refusals } from './find-refusals.ts'

export const REFUSALS_FILE = join(ROOT, 'api/src/openapi/refusals.json')

/** A line a call, so that a change shows which. */
export function written(found: Record<string, Refusals>): string {
  const lines = Object.entries(found).map(([name, refusals]) => `  "${name}": ${JSON.stringify(refusals)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
