import { stat } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { type Archive, NoMap, openArchive, versionOf } from './archive.ts'

export type MapFile = {
  /** The map of streets as it is now; null: there is none. */
  current: () => Promise<Archive | null>
}

/** The file with the streets: it may come, be replaced and go while we run. */
export function createMapFile(path: string | undefined, log: Pick<Log, 'warn'>): MapFile {
  let known: { version: string; archive: Promise<Archive | null> } | undefined

  async function opened(file: string): Promise<Archive | null> {
    try {
      return await openArchive(file)
    } catch (error) {
      log.warn(
        { reason: error instanceof NoMap ? error.message : 'it cannot be read' },
        'the map of streets is not used',
      )
      return null
    }
  }

  return {
    current: async () => {
      const stats = path ? await stat(path).catch(() => null) : null
      if (!path || !stats?.isFile()) return null
      const version = versionOf(stats)
      if (known?.version !== version) known = { version, archive: opened(path) }
      return known.archive
    },
  }
}
