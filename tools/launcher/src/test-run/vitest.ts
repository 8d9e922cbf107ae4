import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { COMPILE_CACHE, ROOT } from '../env.ts'
import { preparePrograms } from './programs.ts'

/** Kinds of tests, as `--only` names them, and the projects of vitest.config.ts that they are. */
export const kinds = {
  unit: ['unit', 'unit-web'],
  integration: ['integration'],
  journeys: ['journeys'],
  long: ['long'],
} as const
export type Kind = keyof typeof kinds

export type Run = {
  kinds: readonly Kind[]
  /** In which order the files run. */
  seed: number
  /** For vitest as they are: names of files, `-t`, and so on. */
  args: readonly string[]
  /** Where what became of each test is written. */
  report: string
  env?: Record<string, string | undefined>
  /** What is printed goes into this file instead. */
  log?: string
}

const MAIN = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** Runs these kinds of tests to their end, in one vitest; answers its exit code. What they need is installed first. */
export async function runVitest({ kinds: wanted, seed, args, report, env = {}, log }: Run): Promise<number> {
  const programs = wanted.every((kind) => kind === 'unit') ? {} : await preparePrograms()
  mkdirSync(dirname(report), { recursive: true })
  const words = [
    ...wanted.flatMap((kind) => kinds[kind]).map((project) => `--project=${project}`),
    `--sequence.seed=${seed}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]
  const output = log === undefined ? 'inherit' : openSync(log, 'w')
  const child = spawn(process.execPath, [MAIN, 'run', ...words], {
    cwd: ROOT,
    stdio: ['inherit', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...programs, ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
