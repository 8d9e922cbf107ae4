import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../env.ts'

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** Files from the longest to the shortest. */
  files: { path: string; seconds: number }[]
  /** What failed, as "file > test", or the file alone where it could not be read. */
  failures: string[]
}

/** What became of a run, as its runner wrote it down. */
export function readReport(path: string): Outcome {
  const report = Report.parse(JSON.parse(readFileSync(path, 'utf8')))
  const files = report.testResults.map((file) => ({ ...file, path: relative(ROOT, file.name) }))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    files: files
      .map(({ path: name, startTime, endTime }) => ({ path: name, seconds: (endTime - startTime) / 1_000 }))
      .toSorted((one, other) => other.seconds - one.seconds),
    failures: files.flatMap(({ path: name, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [name]
      return failed.map(({ fullName }) => `${name} > ${fullName}`)
    }),
  }
}

const SLOWEST = 3

/** What a run says at its end: how to have its order again, and what took longest. */
export function closingWords({ files }: Outcome, seed: number): string {
  const slowest = files.slice(0, SLOWEST).map(({ path, seconds }) => `${path} ${seconds.toFixed(1)} s`)
  return `  seed ${seed} (the same order again: --seed ${seed})\n  slowest: ${slowest.join(', ')}`
}
