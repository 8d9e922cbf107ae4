import type * as contract from '@carewatch/contracts/http/alarm-figures'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  alarmFigures: { of: 'list', ask: () => ({}) },
}
