import { lastPosition, newestPositions } from '@carewatch/platform/outgoing-events/read'
import type { Facts } from '../services.ts'
import { isLost, readCursor, type Standing } from './cursor.ts'

type Begun = { from: Standing } | { refused: 'invalid' | 'lost' }

/** Where whoever hands in this cursor goes on; without one, at this moment. */
export async function begin(
  facts: Facts,
  { companyId, after }: { companyId: number; after?: string | undefined },
): Promise<Begun> {
  const at = new Date()
  if (after === undefined) {
    const newest = await newestPositions(facts, [companyId])
    return { from: { position: newest.get(companyId) ?? 0, at } }
  }
  const from = readCursor(after)
  if (!from) return { refused: 'invalid' }
  return isLost(from, { last: await lastPosition(facts), now: at.getTime() }) ? { refused: 'lost' } : { from }
}
