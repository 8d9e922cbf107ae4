import { type FenceResult, evaluateFences } from '@carewatch/contracts/rules/fence'
import { holdFlapping } from '@carewatch/contracts/rules/flapping'
import type { Clear } from '@carewatch/contracts/rules/rule'
import type { AlarmChange } from '../../alarms/change.ts'
import type { DeviceProfile } from '../../profiles/device-cache.ts'
import type { DeviceFact } from '../facts.ts'
import type { RuleMemory } from '../rule-memory.ts'

type Fix = Extract<DeviceFact, { type: 'position' }>
type Memory = Pick<RuleMemory, 'of' | 'set'>

/** Lets the fences say what a fix means. Pure but for the memory it is given. */
export function evaluatePosition(given: Fix, profile: DeviceProfile, memory: Memory): AlarmChange[] {
  const { id, fences, expectedMs, zone } = profile
  const before = memory.of(id, 'GEOFENCE')
  const { state } = before
  const fix = { ...given, isLate: given.receivedAt - given.time > profile.lateAfterMs }
  const { results: found, state: next } = evaluateFences({ fix, fences, state, expectedMs, zone })
  const { results, flaps } = holdFlapping(before.flaps, found, fix)
  if (next !== state || flaps !== before.flaps) memory.set(id, 'GEOFENCE', { state: next, flaps })
  return results.map((result) => changeOf(result, { deviceId: id, at: new Date(fix.time) }))
}

export function changeOf(
  result: FenceResult | Clear,
  { deviceId, at }: { deviceId: number; at: Date },
): AlarmChange {
  const kind = 'GEOFENCE'
  if (result.change === 'clear') return { change: 'clear', deviceId, kind, direction: result.direction, at }
  const { change, fenceId, isExit, ...alarm } = result
  return { change, deviceId, kind, ...alarm, isLate: false, at, fence: { id: fenceId, isExit } }
}
