import { z } from 'zod'
import { Imei } from './wire.ts'

/** The stories that can be played on a watch of the simulator. */
export const scenarioNames = [
  'sos',
  'fall',
  'unknown-alarm',
  'racing-pulse',
  'slow-fever',
  'infection',
  'low-battery',
  'off-wrist',
  'wandering',
  'lost-signal',
  'late-batch',
  'no-movement',
  'late-check-in',
  'two-of-one',
  'outage',
] as const
export const ScenarioName = z.enum(scenarioNames)
export type ScenarioName = z.output<typeof ScenarioName>

/** What the simulator is asked on the live lane; `story` left out: only who is there. */
export const SimulatorQuestion = z.object({
  id: z.uuid(),
  story: z.object({ imei: Imei, scenario: ScenarioName }).optional(),
})
export type SimulatorQuestion = z.output<typeof SimulatorQuestion>

export const SimulatedWatch = z.object({ imei: Imei, name: z.string() }).meta({ id: 'SimulatedWatch' })

export const SimulatorAnswer = z.object({ watches: z.array(SimulatedWatch), started: z.boolean() })
export type SimulatorAnswer = z.output<typeof SimulatorAnswer>

export const simulatorTopic = {
  ask: 'live/simulator/ask',
  answer: (id: string): string => `live/simulator/answer/${id}`,
} as const
