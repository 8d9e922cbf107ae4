import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import type { DeviceFact } from './facts.ts'
import { evaluatePosition } from './fences/evaluate-position.ts'
import { createLateSpans, widened } from './late-spans.ts'
import type { RuleMemory } from './rule-memory.ts'
import { isLimited } from '@carewatch/contracts/metrics'
import { evaluateRule } from '@carewatch/contracts/rules/evaluate-rule'
import { kindsBySubject } from '@carewatch/contracts/rules/index'
import { createObserver, isContext } from '@carewatch/contracts/rules/observer'
import type { Fact, RuleKind, RuleResult } from '@carewatch/contracts/rules/rule'

const nothing: AlarmChange[] = []
type Memory = Pick<RuleMemory, 'of' | 'set' | 'isNewest' | 'observer' | 'late' | 'unconfirmed'>
type Memories = Memory & Pick<RuleMemory, 'ofUnproven'>

/** Of whom wore the device before nothing is remembered any more, and nothing is to be. */
const noMemory: Memory = {
  of: () => ({ state: {}, flaps: {} }),
  set: () => {},
  isNewest: () => false,
  observer: () => createObserver(),
  late: createLateSpans(() => {}),
  unconfirmed: new Set(),
}

const isOld = ({ receivedAt, time }: DeviceFact, { lateAfterMs }: DeviceProfile): boolean =>
  receivedAt - time > lateAfterMs

const saysWorn = (fact: DeviceFact): boolean =>
  (fact.type === 'event' && fact.event === 'ON_WRIST') ||
  (fact.type === 'reading' && fact.metric === 'wearing' && fact.value === 1)

/** Facts in the order they came; whether the watch is worn and its wearer walks is taken in first, for it says what the vitals beside it are worth. */
export function evaluateFacts(
  facts: readonly DeviceFact[],
  profiles: ReadonlyMap<number, DeviceProfile>,
  memory: Memories,
): AlarmChange[] {
  for (const fact of facts) {
    if (fact.type === 'position' || (fact.type === 'reading' && !isContext(fact.metric))) continue
    const profile = profiles.get(fact.deviceId)
    // That it is worn again is true however late it is heard.
    if (!profile || fact.time < profile.wornSinceMs || (isOld(fact, profile) && !saysWorn(fact))) continue
    const { observer } = fact.isUnproven ? memory.ofUnproven : memory
    observer(fact.deviceId, profile.measuring).note(fact)
  }
  return facts.flatMap((fact) => {
    const profile = profiles.get(fact.deviceId)
    return profile ? evaluateFact(fact, profile, memory) : nothing
  })
}

/** Lets the rules that the fact concerns say what it means. Pure but for the memory it is given. */
export function evaluateFact(given: DeviceFact, profile: DeviceProfile, memory: Memories): AlarmChange[] {
  // Whoever it is may call for help; that all is well again only the device says.
  if (given.isUnproven && given.time >= profile.wornSinceMs)
    return evaluateOwn(given, profile, memory.ofUnproven).filter(({ change }) => change === 'trigger')
  if (given.time >= profile.wornSinceMs) return evaluateOwn(given, profile, memory)
  // What the former wearer's heart did is over; that they called for help is not.
  return given.type === 'event' ? evaluateOwn(given, profile, noMemory) : nothing
}

function evaluateOwn(given: DeviceFact, profile: DeviceProfile, memory: Memory): AlarmChange[] {
  if (given.type === 'position') return evaluatePosition(given, profile, memory)
  const kinds = kindsBySubject.get(given.type === 'reading' ? given.metric : given.event) ?? []
  if (kinds.length === 0) return nothing
  const isLate = isOld(given, profile) || !memory.isNewest(given)
  const fact: Fact = {
    ...given,
    isLate,
    ...(given.type === 'reading' && !isLate && observed(given, profile, memory)),
  }
  if (isLate && given.type === 'reading' && isLimited(given.metric))
    memory.late.set(profile.id, widened(memory.late.of(profile.id), given))
  const changes: AlarmChange[] = []
  for (const kind of kinds) {
    const before = memory.of(profile.id, kind)
    const { limits, askedMs, age, measuring } = profile
    const evaluated = evaluateRule(kind, { fact, limits, askedMs, age, measuring }, before)
    const { results, remembered } = evaluated
    if (evaluated.isUnconfirmed) memory.unconfirmed.add(profile.id)
    if (remembered !== before) memory.set(profile.id, kind, remembered)
    for (const result of results) changes.push(changeOf(result, kind, { fact, deviceId: profile.id }))
  }
  return changes
}

const observed = (
  { metric, value, time }: Extract<DeviceFact, { type: 'reading' }>,
  { id, measuring }: DeviceProfile,
  memory: Memory,
) => memory.observer(id, measuring).observe(metric, value, time)

function changeOf(
  result: RuleResult,
  kind: RuleKind,
  { fact, deviceId }: { fact: Fact; deviceId: number },
): AlarmChange {
  const at = new Date(fact.time)
  const { direction } = result
  if (result.change === 'clear') return { change: 'clear', deviceId, kind, direction, at }
  const { severity, metric, value } = result
  return { change: 'trigger', deviceId, kind, direction, severity, metric, value, isLate: fact.isLate, at }
}
