import { describe, expect, it } from 'vitest'
import { crossesItself, FenceShape } from './fences.ts'

const at = (lat: number, lng: number) => ({ lat, lng })

describe('the line of a fence', () => {
  it('around a garden has an inside', () => {
    expect(crossesItself([at(0, 0), at(0, 1), at(1, 1), at(1, 0)])).toBe(false)
  })

  it('drawn like a bow tie crosses itself, and is refused', () => {
    const corners = [at(0, 0), at(1, 1), at(0, 1), at(1, 0)]
    expect(crossesItself(corners)).toBe(true)
    expect(FenceShape.safeParse({ kind: 'POLYGON', corners }).success).toBe(false)
  })

  it('with a dent in it is no crossing', () => {
    expect(crossesItself([at(0, 0), at(0, 4), at(4, 4), at(1, 2)])).toBe(false)
  })

  it('is never nearer than a watch knows where it is', () => {
    const circle = { kind: 'CIRCLE', centre: at(32, 34) }
    expect(FenceShape.safeParse({ ...circle, radiusM: 99 }).success).toBe(false)
    expect(FenceShape.safeParse({ ...circle, radiusM: 100 }).success).toBe(true)
  })
})
