import type * as contract from '@carewatch/contracts/http/alarm-figures'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  alarmFigureCases: { of: 'list', ask: () => ({ query: { figure: 'every' } }) },
  alarmFigures: { of: 'list', ask: () => ({}) },
}
