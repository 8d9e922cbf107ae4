import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alarmKinds, severities } from './alarms.ts'
import { byTriage, type Standing } from './triage.ts'

const moment = fc.integer({ min: 0, max: 50 }).map((seconds) => new Date(seconds * 1_000))
const standing = fc.record({
  acknowledged: fc.boolean(),
  kind: fc.constantFrom(...alarmKinds),
  severity: fc.constantFrom(...severities),
  active: fc.boolean(),
  nextStepAt: fc.option(moment),
  createdAt: moment,
  id: fc.integer({ min: 1, max: 1_000 }),
})
const SEED = 17
const holds = (property: (sorted: Standing[]) => void) =>
  fc.assert(
    fc.property(fc.array(standing, { maxLength: 40 }), (all) => property(byTriage(all))),
    { seed: SEED },
  )
/** Each with the one after it. */
const pairs = (sorted: readonly Standing[]) =>
  sorted.slice(1).flatMap((after, at) => {
    const before = sorted[at]
    return before ? [{ before, after }] : []
  })

const isOver = ({ acknowledged, active }: Standing) => acknowledged && !active
const ranks = ['SOS', 'FALL', 'CRITICAL', 'HIGH', 'MEDIUM', 'LOW']
const rank = ({ kind, severity }: Standing) =>
  ranks.indexOf(kind === 'SOS' || kind === 'FALL' ? kind : severity)
const next = ({ nextStepAt }: Standing) => nextStepAt?.getTime() ?? Infinity

it('unanswered comes before answered, and what is answered and ended last', () => {
  const group = (one: Standing) => (isOver(one) ? 2 : Number(one.acknowledged))
  holds((sorted) => {
    for (const { before, after } of pairs(sorted)) expect(group(before)).toBeLessThanOrEqual(group(after))
  })
})

it('of those that stand alike, each further rule decides where the ones before it do not', () => {
  const rules = [
    rank,
    ({ active }: Standing) => Number(!active),
    next,
    ({ createdAt }: Standing) => createdAt.getTime(),
    ({ id = 0 }: Standing) => id,
  ]
  holds((sorted) => {
    for (const { before, after } of pairs(sorted.filter((one) => !isOver(one)))) {
      const deciding = rules.find((rule) => rule(before) !== rule(after))
      const isAlike = before.acknowledged === after.acknowledged && deciding !== undefined
      expect(!isAlike || deciding(before) < deciding(after)).toBe(true)
    }
  })
})

it('history stands newest first', () => {
  holds((sorted) => {
    for (const { before, after } of pairs(sorted.filter(isOver)))
      expect(before.createdAt.getTime()).toBeGreaterThanOrEqual(after.createdAt.getTime())
  })
})

it('the order is one: whatever order they come in, none is lost and all come out alike', () => {
  fc.assert(
    fc.property(fc.uniqueArray(standing, { selector: ({ id }) => id, maxLength: 40 }), (all) => {
      const sorted = byTriage(all)
      expect(byTriage(all.toReversed())).toEqual(sorted)
      expect(byTriage(sorted)).toEqual(sorted)
      expect(new Set(sorted)).toEqual(new Set(all))
    }),
    { seed: SEED },
  )
})
