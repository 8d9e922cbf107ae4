import { incidentsOf } from '@carewatch/contracts/incidents'
import { expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { byDay, followed, isWanted } from './chosen.ts'

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`)
const sos = aNotification({ uuid: 'a', createdAt: at('12:00') })
const battery = aNotification({ uuid: 'b', kind: 'BATTERY', severity: 'LOW', createdAt: at('11:00') })
const first = { isFirst: true, search: {} }

it('narrows to what the address asks for, and to everything where it asks for nothing', () => {
  expect(isWanted({}, sos)).toBe(true)
  expect(isWanted({ kind: 'BATTERY' }, sos)).toBe(false)
  expect(isWanted({ severity: 'LOW', acknowledged: false }, battery)).toBe(true)
  expect(isWanted({ device: 'another' }, sos)).toBe(false)
})

it('shows a row as it is by now', () => {
  const done = { ...sos, acknowledged: true }
  expect(followed([sos, battery], [done], first)).toEqual([battery, done])
})

it('puts what happened since where it stands by triage on the first page, and on no other', () => {
  expect(followed([battery], [sos], first)).toEqual([sos, battery])
  expect(followed([battery], [sos], { isFirst: false, search: {} })).toEqual([battery])
})

it('leaves what stands after the page to the next one', () => {
  expect(followed([sos], [battery], first)).toEqual([sos])
})

it('adds nothing that the filter leaves out', () => {
  expect(followed([battery], [sos], { isFirst: true, search: { kind: 'BATTERY' } })).toEqual([battery])
})

it('goes by days', () => {
  const before = aNotification({ uuid: 'c', createdAt: new Date('2026-02-20T12:00:00Z') })
  const days = byDay([sos, battery, before].flatMap((each) => incidentsOf([each])))
  expect(days.map(({ incidents }) => incidents.length)).toEqual([2, 1])
})
