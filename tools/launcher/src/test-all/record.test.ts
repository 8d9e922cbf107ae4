import { expect, it } from 'vitest'
import { recordIn } from './record.ts'

const page =
  '| step | when | commit | took | outcome |\n| --- | --- | --- | --- | --- |\n| faults   | never |  |  |  |\n'

it('the record of the last runs says of each step when it ran, on which commit, and what became of it', () => {
  const result = { what: '', isGood: true, seconds: 754, outcome: '3 passed' }
  const written = recordIn(page, [{ ...result, name: 'tests' }], {
    date: new Date('2026-11-22T10:00:00Z'),
    commit: 'abc1234',
  })
  expect(written.split('\n').slice(2)).toEqual([
    '| faults   | never |  |  |  |',
    '| tests | 2026-11-22 | abc1234 | 13 min | 3 passed |',
    '',
  ])
  const again = recordIn(written, [{ ...result, name: 'faults', outcome: 'held' }], {
    date: new Date('2026-11-23T10:00:00Z'),
    commit: 'def',
  })
  expect(again.split('\n')[2]).toBe('| faults | 2026-11-23 | def | 13 min | held |')
})
