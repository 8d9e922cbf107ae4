import type { Position } from '@carewatch/contracts/http/positions'
import { expect, it } from 'vitest'
import { shownOf } from './shown-of.ts'

const at = (minute: number, position: Partial<Position> = {}) => ({
  location: {
    position: {
      time: new Date(Date.UTC(2026, 10, 21, 12, minute)),
      lat: 32.08,
      lng: 34.78,
      accuracy: 10,
      source: 'GPS' as const,
      ...position,
    },
  },
})

it('of two watches the newer is shown, but no wide circle that holds the exact place of the other', () => {
  const exact = at(0)
  const newer = at(5)
  expect(shownOf([newer, exact])).toBe(newer)
  expect(shownOf([at(5, { source: 'CELL', accuracy: 3_000, lat: 32.1 }), exact])).toBe(exact)
  const elsewhere = at(5, { source: 'CELL', accuracy: 3_000, lat: 32.3 })
  expect(shownOf([elsewhere, exact])).toBe(elsewhere)
  expect(shownOf([{ location: { position: null } }])).toBeNull()
})
