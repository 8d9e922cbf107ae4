import { execFileSync } from 'node:child_process'
import { ROOT } from '../env.ts'

export type Result = { name: string; what: string; outcome: string; isGood: boolean; seconds: number }

export type Moment = { date: Date; commit: string }

/** Which commit the work tree stands on, in short. */
export const headCommit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()

/** The page with the rows of these steps as they are now; what did not run keeps its row. */
export function recordIn(page: string, results: readonly Result[], { date, commit }: Moment): string {
  return results.reduce((text, { name, outcome, seconds }) => {
    const row = `| ${name} | ${date.toISOString().slice(0, 10)} | ${commit} | ${Math.round(seconds / 60)} min | ${outcome} |`
    const known = new RegExp(`^\\| ${name} +\\|.*$`, 'm')
    return known.test(text) ? text.replace(known, row) : `${text.trimEnd()}\n${row}\n`
  }, page)
}
