import { describe, expect, it } from 'vitest'
import { fromWall, toExactWall, toWall } from './wall.ts'

const zone = 'Asia/Jerusalem'
const at = (text: string) => new Date(text)

describe('a time in a field', () => {
  it('is that of a zone’s clocks, both ways', () => {
    expect(toWall(at('2026-11-21T21:05:42Z'), zone)).toBe('2026-11-21T23:05')
    expect(fromWall('2026-11-21T23:05', zone)).toEqual(at('2026-11-21T21:05:00Z'))
    expect(fromWall('', zone)).toBeNull()
  })

  it.each([
    ['2026-11-21T23:05', '2026-11-21T21:05:00.000Z'],
    ['2026-11-21T23:05:09', '2026-11-21T21:05:09.000Z'],
    ['2026-11-21T23:05:09.040', '2026-11-21T21:05:09.040Z'],
    ['2026-11-21T23:05:00.007', '2026-11-21T21:05:00.007Z'],
  ])('is exact where it has to be: %s', (written, moment) => {
    expect(toExactWall(at(moment), zone)).toBe(written)
    expect(fromWall(written, zone)).toEqual(at(moment))
  })
})
