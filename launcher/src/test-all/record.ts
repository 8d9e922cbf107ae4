import { execFileSync } from 'node:child_process'
import { ROOT } from '../env.ts'

export type Result = { name: string; what: string; outcome: string; isGood: boolean; seconds: number }

const commit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()

/** The page with the rows of these steps as they are now; what did not run keeps its row. */
export function recordIn(page: string, results: readonly Result[], now: Date, at = commit()): string {
  return results.reduce((text, { name, outcome, seconds }) => {
    const row = `| ${name} | ${now.toISOString().slice(0, 10)} | ${at} | ${Math.round(seconds / 60)} min | ${outcome} |`
    const known = new RegExp(`^\\| ${name} +\\|.*$`, 'm')
    return known.test(text) ? text.replace(known, row) : `${text.trimEnd()}\n${row}\n`
  }, page)
}
