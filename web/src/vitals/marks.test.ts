import { describe, expect, it } from 'vitest'
import { graphs } from '@carewatch/contracts/measurements'
import type { Happening } from './happenings.ts'
import { belongsTo, gravestOf, grouped, marksOf } from './marks.ts'

const at = (minute: number) => new Date(minute * 60_000)
const alarm = (minute: number, given: Partial<Happening> = {}): Happening => ({
  uuid: String(minute),
  kind: 'HEART_RATE',
  direction: 'HIGH',
  severity: 'HIGH',
  metric: 'heartRate',
  value: 146,
  late: false,
  isRehearsal: false,
  active: false,
  acknowledgedBy: null,
  at: at(minute),
  ...given,
})
const note = { uuid: 'b', time: at(90), metric: null, label: 'Fell asleep', by: 'Noa', mayDelete: true }
const span = { from: at(0), to: at(100) }

describe('the marks above a graph', () => {
  it('lie together where they would cover one another, under the gravest', () => {
    const marks = marksOf([alarm(10), alarm(11, { severity: 'CRITICAL' }), alarm(50)], [note])
    const groups = grouped(marks, span, 0.03)
    expect(groups.map(({ marks: each }) => each.length)).toEqual([2, 1, 1])
    expect(groups.map(({ marks: each }) => gravestOf(each))).toEqual(['CRITICAL', 'HIGH', null])
  })

  it('of another time are not shown', () => {
    expect(grouped(marksOf([alarm(200)], []), span, 0.03)).toEqual([])
  })

  it('stand above the vital they are about; a cry for help above the heart rate', () => {
    const [sos] = marksOf([alarm(1, { kind: 'SOS', metric: null })], [])
    const [flag] = marksOf([], [note])
    const where = (mark: typeof sos) => graphs.filter((plan) => mark && belongsTo(mark, plan)).length
    expect(where(sos)).toBe(1)
    expect(where(flag)).toBe(graphs.length)
  })
})
