import { describe, expect, it } from 'vitest'
import { asTyped, movedBy, spotIn, spotsOf } from './spots.ts'

const uuid = '0192f0a0-0000-7000-8000-000000000001'

describe('where a room is on its plan', () => {
  it('is typed in percent and kept in parts', () => {
    const spots = spotsOf([{ uuid, name: 'Room 1', spot: { x: 0.255, y: 1 } }])
    expect(Object.values(spots)).toEqual([25.5, 100])
    expect(spotIn(spots, uuid)).toEqual({ x: 0.255, y: 1 })
  })

  it('is nowhere where nobody placed it, or half of it is missing', () => {
    const spots = spotsOf([{ uuid, name: 'Room 1', spot: null }])
    expect(spotIn(spots, uuid)).toBeNull()
    expect(spotIn({ ...asTyped(uuid, { x: 0.5, y: 0.5 }), [`y-${uuid}`]: '' }, uuid)).toBeNull()
  })

  it.each([
    ['ArrowLeft', false, { x: 0.49, y: 0.5 }],
    ['ArrowRight', true, { x: 0.55, y: 0.5 }],
    ['ArrowUp', false, { x: 0.5, y: 0.49 }],
    ['ArrowDown', true, { x: 0.5, y: 0.55 }],
  ])('moves by %s (with Shift: %s)', (key, shiftKey, to) => {
    const moved = movedBy({ x: 0.5, y: 0.5 }, { key, shiftKey })
    expect(moved?.x).toBeCloseTo(to.x)
    expect(moved?.y).toBeCloseTo(to.y)
  })

  it('never leaves the picture, by no key and by no hand', () => {
    expect(movedBy({ x: 0, y: 1 }, { key: 'ArrowLeft', shiftKey: true })).toEqual({ x: 0, y: 1 })
    expect(movedBy({ x: 0.5, y: 0.99 }, { key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0.5, y: 1 })
    expect(spotIn(asTyped(uuid, { x: -3, y: 1.2 }), uuid)).toEqual({ x: 0, y: 1 })
    expect(movedBy({ x: 0.5, y: 0.5 }, { key: 'Enter', shiftKey: false })).toBeNull()
  })
})
