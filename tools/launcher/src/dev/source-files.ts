import { join, sep } from 'node:path'
import { watch } from 'chokidar'
import { ROOT } from '../env.ts'
import { packageFolders } from '../packages.ts'

/** An editor that saves all files, or a checkout, is one change. */
const QUIET_MS = 40

const NEVER_IMPORTED = /(^|\/)(node_modules|dist|results|\.data|journeys)(\/|$)|\.test\.ts$/

/** pnpm writes it at the end of an installation. */
export const INSTALLED = join(ROOT, 'node_modules/.pnpm/lock.yaml')
export const isStep = (path: string): boolean =>
  /\/migrations\/sql\/\d+_\w+\.sql$/.test(path.replaceAll(sep, '/'))

const isIgnored = (path: string): boolean =>
  path !== INSTALLED && NEVER_IMPORTED.test(path.slice(ROOT.length).replaceAll(sep, '/'))

/** What the browser gets is watched by Vite itself. */
const watched = (): string[] => [
  ...packageFolders(ROOT).filter((folder) => folder !== 'web'),
  'web/build',
  'web/vite.config.ts',
]

/** Says which source files were saved. Resolves when it watches; answers how to end it. */
export async function watchSourceFiles(onSaved: (paths: string[]) => void): Promise<() => Promise<void>> {
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch([...watched().map((name) => join(ROOT, name)), INSTALLED], {
    ignoreInitial: true,
    ignored: isIgnored,
  })
  watcher.on('all', (_event, path) => {
    saved.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const paths = [...saved]
      saved.clear()
      onSaved(paths)
    }, QUIET_MS)
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return () => {
    clearTimeout(timer)
    return watcher.close()
  }
}
