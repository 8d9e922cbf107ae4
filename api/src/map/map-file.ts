import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { type Archive, NoMap, openArchive, versionOf } from './archive.ts'

/** Whether there is a map is asked of the disk no more often. */
const LOOK_EVERY_MS = 5_000

export type MapFile = {
  /** The map of streets as it is now; null: there is none. */
  current: () => Promise<Archive | null>
  /** The same without waiting, as it was some seconds ago. */
  isThere: () => boolean
}

/** The file with the streets: it may come, be replaced and go while we run. */
export function createMapFile(path: string | undefined, log: Pick<Log, 'warn'>): MapFile {
  let known: { version: string; archive: Promise<Archive | null> } | undefined
  let looked = { at: Number.NEGATIVE_INFINITY, isThere: false }

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
    isThere: () => {
      if (!path) return false
      const now = performance.now()
      if (now - looked.at > LOOK_EVERY_MS)
        looked = { at: now, isThere: statSync(path, { throwIfNoEntry: false }) !== undefined }
      return looked.isThere
    },
  }
}
