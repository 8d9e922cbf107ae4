import type { Db } from '@carewatch/migrations/client'
import { createShortMemory } from './short-memory.ts'
import { loadViewers, type Viewer } from './viewer.ts'

const REMEMBER_MS = 2_000

/** Who people are right now: at most two seconds old, and dropped at once when the database tells of a change. */
export function createViewers(db: Db) {
  const memory = createShortMemory<string, Viewer | undefined>(
    async (uuid) => (await loadViewers(db, [uuid]))[0],
    REMEMBER_MS,
  )
  return {
    get: memory.get,
    forget: memory.forget,
    forgetAll: memory.forgetAll,
    forgetOld: memory.forgetOld,
    /** As they stand in the database now, in one query. */
    loadAll: async (uuids: readonly string[]): Promise<Map<string, Viewer>> =>
      new Map((await loadViewers(db, uuids)).map((viewer) => [viewer.uuid, viewer])),
  }
}
export type Viewers = ReturnType<typeof createViewers>
