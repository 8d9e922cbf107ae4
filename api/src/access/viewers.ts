import type { Db } from '@carewatch/platform/database/client'
import { createShortMemory } from './short-memory.ts'
import { idleAmong } from './open-sessions.ts'
import { loadViewersBySession, prepareViewerOfSession, type Viewer } from './viewer.ts'

const REMEMBER_MS = 2_000

/** Who is behind each session right now: at most two seconds old, and dropped at once when the database tells of a change. */
export function createViewers(db: Db, asksAdmins = false) {
  const memory = createShortMemory<string, Viewer | undefined>(
    prepareViewerOfSession(db, asksAdmins),
    REMEMBER_MS,
  )
  return {
    bySession: memory.get,
    forgetAll: memory.forgetAll,
    forgetOld: memory.forgetOld,
    /** As they stand in the database now, in one query. */
    loadAll: (sessions: readonly string[]) => loadViewersBySession(db, sessions, asksAdmins),
    idleAmong: (sessions: readonly string[]) => idleAmong(db, sessions),
  }
}
export type Viewers = ReturnType<typeof createViewers>
