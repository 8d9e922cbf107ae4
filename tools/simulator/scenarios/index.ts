import { type ScenarioName, scenarioNames } from '@carewatch/contracts/simulator'
import { fall } from './fall.ts'
import { infection } from './infection.ts'
import { lateBatch } from './late-batch.ts'
import { lateCheckIn } from './late-check-in.ts'
import { lostSignal } from './lost-signal.ts'
import { lowBattery } from './low-battery.ts'
import { noMovement } from './no-movement.ts'
import { offWrist } from './off-wrist.ts'
import { outage } from './outage.ts'
import { racingPulse } from './racing-pulse.ts'
import type { Scenario } from './scenario.ts'
import { slowFever } from './slow-fever.ts'
import { sos } from './sos.ts'
import { twoOfOne } from './two-of-one.ts'
import { unknownAlarm } from './unknown-alarm.ts'
import { wandering } from './wandering.ts'

export const isScenarioName = (text: string): text is ScenarioName =>
  scenarioNames.some((name) => name === text)

/** A new story is a file, a line here and its name in the contracts. */
export const scenarios: Record<ScenarioName, Scenario> = {
  sos,
  fall,
  'unknown-alarm': unknownAlarm,
  'racing-pulse': racingPulse,
  'slow-fever': slowFever,
  infection,
  'low-battery': lowBattery,
  'off-wrist': offWrist,
  wandering,
  'lost-signal': lostSignal,
  'late-batch': lateBatch,
  'no-movement': noMovement,
  'late-check-in': lateCheckIn,
  'two-of-one': twoOfOne,
  outage,
}
