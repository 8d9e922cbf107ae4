import type { Position } from '@carewatch/contracts/http/positions'
import { PINPOINT_HOURS } from '@carewatch/contracts/latest-fix'
import type { Facts } from '../services.ts'
import { RECENT_MS } from './newest.ts'
import { LATEST } from './positions-sql.ts'

type Looked = { id: number; since: Date }
type Latest = Position & { deviceId: number }

const PINPOINT_MS = PINPOINT_HOURS * 3_600_000

/** Without a name: the plan kept for any times would open every chunk there is. */
const fixesOf = async (facts: Facts, looked: readonly Looked[], from: number): Promise<Latest[]> => {
  if (looked.length === 0) return []
  const values = [looked.map(({ id }) => id), looked.map(({ since }) => since), new Date(from)]
  return (await facts.query<Latest>({ text: LATEST, values })).rows
}

/** Where each of these devices is shown, from when on it is looked at; nearly all were somewhere in the last week, and of those nothing of before is read. */
export async function latestFixes(facts: Facts, looked: readonly Looked[]): Promise<Map<number, Latest>> {
  const first = Math.min(...looked.map(({ since }) => since.getTime()))
  const recent = Math.max(first, Date.now() - RECENT_MS)
  // So much before it an exact one may take the place of the newest.
  const found = await fixesOf(facts, looked, recent - PINPOINT_MS)
  const byDevice = new Map(
    found.filter(({ time }) => time.getTime() >= recent).map((fix) => [fix.deviceId, fix]),
  )
  const longAgo = looked.filter(({ id, since }) => since.getTime() < recent && !byDevice.has(id))
  for (const fix of await fixesOf(facts, longAgo, first)) byDevice.set(fix.deviceId, fix)
  return byDevice
}
