import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import type { AlarmChange, AlarmTrigger, Outcome } from './change.ts'
import { clear } from './clear.ts'
import { triggerAll } from './trigger.ts'

/** The only writer of alarm state, in the caller's transaction. */
export async function applyChanges(
  db: pg.ClientBase,
  profiles: ReadonlyMap<number, DeviceProfile>,
  changes: readonly AlarmChange[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const wave of wavesOf(changes.filter(({ deviceId }) => profiles.has(deviceId)))) {
    const made = Array.isArray(wave)
      ? await triggerAll(
          db,
          wave.flatMap((change) => {
            const profile = profiles.get(change.deviceId)
            return profile ? [{ profile, change }] : []
          }),
        )
      : [await clear(db, wave)]
    for (const outcome of made) if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

type Clear = Exclude<AlarmChange, AlarmTrigger>

/**
 * More of one statement might wait for more people whose rows are being changed, 0.2 s each, than its connection waits for an answer.
 */
const TOGETHER = 32

/** In their order; what triggers in an unbroken row, each of another device, goes together, so many at a time. */
export function wavesOf(changes: readonly AlarmChange[]): (AlarmTrigger[] | Clear)[] {
  const waves: (AlarmTrigger[] | Clear)[] = []
  let devices = new Set<number>()
  for (const change of changes) {
    const last = waves.at(-1)
    if (change.change === 'clear') waves.push(change)
    else if (Array.isArray(last) && last.length < TOGETHER && !devices.has(change.deviceId)) last.push(change)
    else {
      waves.push([change])
      devices = new Set()
    }
    devices.add(change.deviceId)
  }
  return waves
}
