import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './env.ts'
import { runOnce } from './run-once.ts'

const SOURCES = [
  'web/build',
  'web/public',
  'web/src',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'contracts/src',
  'pnpm-lock.yaml',
]
export const WEB_DIST = join(ROOT, 'web/dist')

function newest(path: string): number {
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether the built web is there and not older than what it is made of. */
export function isWebBuilt(): boolean {
  const index = join(WEB_DIST, 'index.html')
  if (!existsSync(index)) return false
  const built = statSync(index).mtimeMs
  return SOURCES.map((source) => join(ROOT, source))
    .filter(existsSync)
    .every((source) => newest(source) <= built)
}

export const buildWeb = (): Promise<void> =>
  runOnce([
    process.execPath,
    join(ROOT, 'web/node_modules/vite/bin/vite.js'),
    'build',
    'web',
    '--config',
    'web/vite.config.ts',
  ])
