import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'

type Binaries = { initdb: string; postgres: string }

/** Whether another user may walk down to this path: every folder above it must let strangers through. */
export function isReachable(path: string): boolean {
  const parts = path.split(sep)
  return parts.slice(1, -1).every((_, index) => {
    const folder = parts.slice(0, index + 2).join(sep)
    return (statSync(folder).mode & 0o001) !== 0
  })
}

/** Root runs PostgreSQL as `nobody`, who cannot enter a home of mode 700: then the binaries are copied to where it can. */
export function reachableBinaries(found: Binaries, ids: { uid: number } | undefined): Binaries {
  if (!ids || isReachable(found.postgres)) return found
  const home = dirname(dirname(found.postgres))
  const version = basename(dirname(dirname(dirname(dirname(home)))))
  const copy = join(systemFolder(), `postgres-${version.replaceAll(/[^\w.-]/g, '_')}`)
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    // Copied aside and renamed: a copy that was interrupted is never taken for a whole one.
    const half = `${copy}.${process.pid}`
    cpSync(home, half, { recursive: true, verbatimSymlinks: true })
    rmSync(copy, { recursive: true, force: true })
    renameSync(half, copy)
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

/** A folder of ours that every user may enter. */
export function systemFolder(): string {
  for (const parent of ['/var/lib', tmpdir()]) {
    try {
      accessSync(parent, constants.W_OK)
      const folder = join(parent, 'carewatch')
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      return folder
    } catch {
      // Not this one.
    }
  }
  throw new Error('No folder outside the home can be written; set DATA_DIR to one that every user may enter.')
}
