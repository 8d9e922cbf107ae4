import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../env.ts'
import type { PartDescription } from '../parts.ts'
import { type Preload, PRELOAD_VARIABLE } from './imports.ts'
import type { Source } from './log-line.ts'

const NODE_OPTIONS = ['--import', './tools/launcher/src/dev/preload.ts', '--inspect-publish-uid=http']
const COMPILED = join(ROOT, 'node_modules/.cache/carewatch-dev')

type Options = Pick<PartDescription, 'program' | 'env'> & {
  preload: Preload
  onLine: (line: string, source: Source) => void
}

/** The process of a service up to its first line: it loads libraries and waits for the word to start. */
export function spawnService({ program, env, preload, onLine }: Options): ChildProcess {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...program], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
      [PRELOAD_VARIABLE]: JSON.stringify(preload),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A group of its own, so that Ctrl-C reaches the launcher alone, which ends the services in order.
    detached: true,
  })
  child.on('error', (error) => onLine(error.message, 'stderr'))
  for (const source of ['stdout', 'stderr'] as const) {
    const output = child[source]
    if (output) createInterface({ input: output }).on('line', (line) => onLine(line, source))
  }
  return child
}
