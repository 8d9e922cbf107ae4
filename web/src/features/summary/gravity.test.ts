import { expect, it } from 'vitest'
import type { Happening } from '../../vitals/happenings.ts'
import { countsOf } from './gravity.ts'

const alarm = (kind: Happening['kind'], active = false): Happening => ({
  uuid: kind,
  kind,
  direction: 'NONE',
  severity: 'HIGH',
  metric: null,
  value: null,
  late: false,
  isRehearsal: false,
  active,
  acknowledgedBy: null,
  at: new Date(0),
})

it('a week is told by what happened how often, and what of it is not over', () => {
  expect(countsOf([alarm('SOS'), alarm('BATTERY'), alarm('BATTERY', true)])).toEqual([
    { kind: 'BATTERY', n: 2, open: 1 },
    { kind: 'SOS', n: 1, open: 0 },
  ])
})
