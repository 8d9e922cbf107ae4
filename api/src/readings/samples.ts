import type * as contract from '@carewatch/contracts/http/readings'
import type { House } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'

const since = {
  of: 'row' as const,
  ask: ({ device }: House) => ({ params: { imei: device.imei, time: '0' } }),
}

export const samples: Samples<typeof contract> = {
  heartRateHistory: since,
  spo2History: since,
  stepsHistory: since,
  temperatureHistory: since,
  bloodPressureHistory: since,
  sleepHistory: since,
  readingsSince: since,
  readingsOverview: { of: 'row', ask: ({ device }) => ({ params: { imei: device.imei } }) },
}
