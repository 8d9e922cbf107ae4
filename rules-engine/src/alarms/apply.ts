import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import type { AlarmChange, Outcome } from './change.ts'
import { clear } from './clear.ts'
import { trigger } from './trigger.ts'

/** The only writer of alarm state, in the caller's transaction. */
export async function applyChanges(
  db: pg.ClientBase,
  profiles: ReadonlyMap<number, DeviceProfile>,
  changes: readonly AlarmChange[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const change of changes) {
    const profile = profiles.get(change.deviceId)
    if (!profile) continue
    const outcome = change.change === 'trigger' ? await trigger(db, profile, change) : await clear(db, change)
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}
