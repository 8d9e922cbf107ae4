import { type FenceVerdict, hasLeft, judgeFences } from '@carewatch/contracts/rules/fence'
import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceProfile } from '../device-book.ts'
import type { DeviceFact } from '../facts.ts'
import type { RuleMemory } from '../rule-memory.ts'

type Fix = Extract<DeviceFact, { type: 'position' }>
type Memory = Pick<RuleMemory, 'of' | 'set'>

/** Lets the fences say what a fix means. Pure but for the memory it is given. */
export function judgeFix(given: Fix, profile: DeviceProfile, memory: Memory): AlarmChange[] {
  const { id, fences, expectedMs, zone } = profile
  const state = memory.of(id, 'GEOFENCE')
  const fix = { ...given, isLate: given.receivedAt - given.time > profile.lateAfterMs }
  const { verdicts, state: next } = judgeFences({ fix, fences, state, expectedMs, zone })
  if (next !== state) memory.set(id, 'GEOFENCE', next)
  const isExit = hasLeft(next) && !hasLeft(state)
  return verdicts.map((verdict) => changeOf(verdict, { deviceId: id, isExit, at: new Date(fix.time) }))
}

export function changeOf(
  verdict: FenceVerdict,
  { deviceId, isExit, at }: { deviceId: number; isExit: boolean; at: Date },
): AlarmChange {
  const kind = 'GEOFENCE'
  if (verdict.verdict === 'clear')
    return { change: 'clear', deviceId, kind, direction: verdict.direction, at }
  const { verdict: change, fenceId, ...said } = verdict
  return { change, deviceId, kind, ...said, isLate: false, at, fence: { id: fenceId, isExit } }
}
