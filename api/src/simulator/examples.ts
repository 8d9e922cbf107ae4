import type * as contract from '@carewatch/contracts/http/simulator'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  simulatorState: { of: 'list', ask: () => ({}) },
  // No simulator runs beside these tests.
  startScenario: {
    of: 'row',
    ask: ({ device }) => ({ body: { imei: device.imei, scenario: 'sos' } }),
    status: 409,
  },
}
