import { incidentsOf } from '@carewatch/contracts/incidents'
import { expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { parted, partOf, steadyParts } from './parts.ts'
import { asPainted } from '../steady/steady.ts'

const waiting = aNotification({ uuid: 'b', kind: 'BATTERY', severity: 'LOW' })
const taken = aNotification({ uuid: 'a', acknowledged: true })
const over = { ...taken, uuid: 'c', active: false }
const partsOf = (...alarms: (typeof waiting)[]) => parted(alarms.flatMap((each) => incidentsOf([each])))

it('keeps apart what waits, what somebody is at and what was', () => {
  const all = partsOf(waiting, taken, over)
  const shown = (['waiting', 'handled', 'over'] as const).map((part) => partOf(all, part))
  expect(shown.map((each) => each.map(({ uuid }) => uuid))).toEqual([['b'], ['a'], ['c']])
})

it('leaves what was answered under a finger where it is, and says that it was answered', () => {
  const answered = { ...waiting, acknowledged: true }
  const shown = partOf(asPainted(partsOf(waiting), partsOf(answered), steadyParts), 'waiting')
  expect(shown.map(({ uuid, acknowledged }) => [uuid, acknowledged])).toEqual([['b', true]])
})
