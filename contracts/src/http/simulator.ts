import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { ScenarioName, SimulatedWatch } from '../simulator.ts'
import { Imei } from '../wire.ts'
import { endpoint } from './endpoint.ts'

export const simulatorState = endpoint({
  method: 'GET',
  path: '/simulator',
  summary: 'Whether a simulator runs, and which watches it plays',
  allow: permissions.simulate,
  byKey: null,
  reply: z.object({ isRunning: z.boolean(), watches: z.array(SimulatedWatch) }),
})

export const startScenario = endpoint({
  method: 'POST',
  path: '/simulator/scenario',
  summary: 'Let something happen to a watch of the simulator',
  allow: permissions.simulate,
  byKey: null,
  body: z.strictObject({ imei: Imei, scenario: ScenarioName }),
  reply: z.null(),
})
