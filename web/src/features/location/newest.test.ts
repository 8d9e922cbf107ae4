import type { DeviceLocation, Position } from '@carewatch/contracts/http/positions'
import { expect, it } from 'vitest'
import { withPosition } from './newest.ts'

const at = (minute: number): Position => ({
  time: new Date(Date.UTC(2026, 10, 21, 12, minute)),
  lat: 32,
  lng: 34,
  accuracy: null,
  source: 'GPS',
})
const known = (position: Position | null): { location: DeviceLocation; street: string | null } => ({
  street: 'Herzl Street',
  location: {
    deviceUuid: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000',
    deviceIMEI: '356938035643809',
    deviceName: 'Mum',
    wearer: null,
    home: null,
    position,
    expectedIntervalMs: 60_000,
    openAlarms: 0,
  },
})

it('a position that was told is shown, and a late one is not', () => {
  expect(withPosition(known(at(1)), at(2)).location.position).toEqual(at(2))
  expect(withPosition(known(null), at(2)).location.position).toEqual(at(2))
  expect(withPosition(known(at(3)), at(2)).location.position).toEqual(at(3))
})

it('whoever may not see where a watch is sees it no more by being told', () => {
  expect(withPosition({ location: null, street: null }, at(1))).toEqual({
    location: null,
    street: null,
  })
})

it('the street of an older position is not that of a newer one', () => {
  expect(withPosition(known(at(1)), at(2)).street).toBeNull()
  expect(withPosition(known(at(3)), at(2)).street).toBe('Herzl Street')
})

it('a wide circle received live hides no exact place in it, and shows another', () => {
  const cell = (lat: number): Position => ({ ...at(2), source: 'CELL', accuracy: 3_000, lat })
  const latest = known(at(1))
  expect(withPosition(latest, cell(32.02))).toBe(latest)
  expect(withPosition(latest, cell(32.2)).location.position).toEqual(cell(32.2))
})
