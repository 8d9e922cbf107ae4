import { describe, expect, it } from 'vitest'
import { gridFor } from './ward-grid.ts'

const EM = 16
const GAP = 6
const heightOf = ({ columns, rowHeight }: ReturnType<typeof gridFor>, cells: number) => {
  const rows = Math.ceil(cells / columns)
  return rows * rowHeight + (rows - 1) * GAP
}

describe('how many cells stand side by side', () => {
  // A screen of 1920x1080 that a board fills, below its bar, its banner and its head.
  const wall = { width: 1868, height: 830 }

  it('sixty people fit a wall, also while six of them call', () => {
    const calm = gridFor(wall, { people: 60, doubles: 0 }, EM)
    expect(calm.fits).toBe(true)
    expect(heightOf(calm, 60)).toBeLessThanOrEqual(wall.height)
    const calling = gridFor(wall, { people: 60, doubles: 6 }, EM)
    expect(calling.fits).toBe(true)
    expect(heightOf(calling, 66)).toBeLessThanOrEqual(wall.height)
  })

  it('of 120 two screens are filled, none is smaller than one reads', () => {
    const grid = gridFor(wall, { people: 120, doubles: 0 }, EM)
    expect(grid.fits).toBe(false)
    expect(heightOf(grid, 120)).toBeLessThanOrEqual(2 * wall.height)
    expect(grid.rowHeight).toBeGreaterThanOrEqual(6 * EM)
  })

  it('three people are large, and not as large as the screen', () => {
    const grid = gridFor(wall, { people: 3, doubles: 0 }, EM)
    expect(grid.columns).toBeGreaterThanOrEqual(3)
    expect(grid.rowHeight).toBe(11 * EM)
  })

  it('on a phone two stand side by side, and who calls takes the whole width', () => {
    const grid = gridFor({ width: 328, height: 500 }, { people: 60, doubles: 1 }, EM)
    expect(grid).toMatchObject({ columns: 2, fits: false })
  })

  it('those who call stand by twos: an odd place at the end of a row is not theirs', () => {
    const size = { width: 3 * 170 + 2 * GAP, height: 4 * 120 + 3 * GAP }
    const grid = gridFor(size, { people: 4, doubles: 4 }, EM)
    expect(grid).toMatchObject({ columns: 3, rowHeight: 120, fits: true })
  })
})
