import {
  type FenceEvaluation,
  type FenceState,
  type FenceResult,
  releaseFences,
} from '@carewatch/contracts/rules/fence'
import { holdFlapping } from '@carewatch/contracts/rules/flapping'
import type { Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import type { Clear } from '@carewatch/contracts/rules/rule'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceCache } from '../profiles/device-cache.ts'
import { changeOf } from '../evaluate/fences/evaluate-position.ts'
import type { RuleMemory } from '../evaluate/rule-memory.ts'

const OUTSIDE = `
select device_id as id from alarms
where kind = 'GEOFENCE' and active and closed_at is null and device_id is not null and not rehearsal`

type Known = { deviceCache: DeviceCache; memory: RuleMemory; at: Date }

/** A fence that was taken away, or whose hours are over, ends its alarm though no fix comes. */
export async function releasedFences(
  db: pg.ClientBase,
  { deviceCache, memory, at }: Known,
): Promise<AlarmChange[]> {
  const { rows } = await db.query<{ id: number }>(OUTSIDE)
  const ids = rows.map(({ id }) => id)
  const profiles = await deviceCache.load(db, ids)
  await memory.load(db, ids)
  return ids.flatMap((id) => {
    const profile = profiles.get(id)
    if (!profile) return []
    const before = memory.of(id, 'GEOFENCE')
    const now = { time: at.getTime(), zone: profile.zone }
    const { results, remembered } = released(before, releaseFences(profile.fences, before.state, now), now)
    if (remembered !== before) memory.set(id, 'GEOFENCE', remembered)
    return results.map((result) => changeOf(result, { deviceId: id, at }))
  })
}

/** An alarm that was kept open for flapping ends by the clock too; where no fence is left that could end it, at once. */
function released(
  before: Remembered<FenceState>,
  { results, state }: FenceEvaluation,
  { time }: { time: number },
): { results: readonly (FenceResult | Clear)[]; remembered: Remembered<FenceState> } {
  if (Object.keys(state).length === 0)
    return { results: [{ change: 'clear', direction: 'NONE' }], remembered: { state, flaps: {} } }
  const held = holdFlapping(before.flaps, results, { time, isLate: false })
  const isSame = state === before.state && held.flaps === before.flaps
  return { results: held.results, remembered: isSame ? before : { state, flaps: held.flaps } }
}
