import { spawnSync } from 'node:child_process'

export type Asked =
  | { answer: 'clean' }
  | { answer: 'found'; report: string }
  | { answer: 'away'; why: string }

const ASK_MS = 60_000

/** Asks the registry for known holes, high and critical ones. A registry that is away, or does not answer such questions, is no finding. */
export function askRegistry(root: string): Asked {
  const { status, stdout, stderr, error } = spawnSync(
    'npx',
    ['--yes', 'pnpm@12', 'audit', '--audit-level', 'high'],
    { cwd: root, encoding: 'utf8', timeout: ASK_MS },
  )
  if (status === 0) return { answer: 'clean' }
  const output = `${stdout}${stderr}`
  const failure = /ERR_PNPM_\w+|E(NOTFOUND|CONN\w+|AI_AGAIN|TIMEDOUT)|fetch failed|timed out/.exec(output)
  if (failure || error || status === null)
    return { answer: 'away', why: failure?.[0] ?? error?.message ?? 'no answer' }
  return { answer: 'found', report: output }
}
