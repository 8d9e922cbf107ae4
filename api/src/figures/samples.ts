import type * as contract from '@carewatch/contracts/http/alarm-figures'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  alarmFigures: { of: 'list', ask: () => ({}) },
}
