import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceProfile } from './device-cache.ts'
import type { DeviceFact } from './facts.ts'
import { judgeFix } from './fences/evaluate-position.ts'
import type { RuleMemory } from './rule-memory.ts'
import { hearFact } from '@carewatch/contracts/rules/hear'
import { kindsHearing } from '@carewatch/contracts/rules/index'
import type { Fact, JudgedKind, Verdict } from '@carewatch/contracts/rules/rule'

const nothing: AlarmChange[] = []
type Memory = Pick<RuleMemory, 'of' | 'set' | 'isItsTurn'>

/** Lets the rules that the fact concerns say what it means. Pure but for the memory it is given. */
export function judgeFact(given: DeviceFact, profile: DeviceProfile, memory: Memory): AlarmChange[] {
  if (given.type === 'position') return judgeFix(given, profile, memory)
  const kinds = kindsHearing.get(given.type === 'reading' ? given.metric : given.event) ?? []
  if (kinds.length === 0) return nothing
  const isOld = given.receivedAt - given.time > profile.lateAfterMs
  const fact: Fact = { ...given, isLate: isOld || !memory.isItsTurn(given) }
  const changes: AlarmChange[] = []
  for (const kind of kinds) {
    const before = memory.of(profile.id, kind)
    const { limits, silentAfterMs } = profile
    const { verdicts, remembered } = hearFact(kind, { fact, limits, silentAfterMs }, before)
    if (remembered !== before) memory.set(profile.id, kind, remembered)
    for (const verdict of verdicts) changes.push(changeOf(verdict, kind, { fact, deviceId: profile.id }))
  }
  return changes
}

function changeOf(
  verdict: Verdict,
  kind: JudgedKind,
  { fact, deviceId }: { fact: Fact; deviceId: number },
): AlarmChange {
  const at = new Date(fact.time)
  const { direction } = verdict
  if (verdict.verdict === 'clear') return { change: 'clear', deviceId, kind, direction, at }
  const { severity, metric, value } = verdict
  return { change: 'trigger', deviceId, kind, direction, severity, metric, value, isLate: fact.isLate, at }
}
