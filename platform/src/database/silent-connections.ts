import type { Socket } from 'node:net'
import type pg from 'pg'

/** Longer than a statement of ours takes. */
const SILENT_MS = 15_000

type Inner = { readyForQuery: boolean; connection: { stream: Socket } }

/**
 * Cuts a connection on which an answer does not come, so that whoever waits may ask on another. A router in between may have forgotten
 * it, and the system itself would believe in it for a quarter of an hour.
 */
export function cutWhenSilent(client: pg.ClientBase, silentMs = SILENT_MS): void {
  // Safe: fields of pg 8, pinned; a test lets an answer never come.
  const inner = client as unknown as Inner
  const { stream } = inner.connection
  stream.setTimeout(silentMs)
  stream.on('timeout', () => {
    if (!inner.readyForQuery) stream.destroy()
  })
}
