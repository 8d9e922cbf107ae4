import { describe, expect, it } from 'vitest'
import { asTyped, movedBy, movedRooms, spotErrors, spotIn, spotsOf } from './spots.ts'

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

  it('is refused while half of it is missing, or it is outside', () => {
    const rooms = [{ uuid, name: 'Room 1', spot: { x: 0.5, y: 0.5 } }]
    const spots = spotsOf(rooms)
    expect(spotErrors(spots, rooms)).toEqual({})
    expect(spotErrors({ ...spots, [`x-${uuid}`]: '' }, rooms)).toEqual({ [`x-${uuid}`]: 'field.required' })
    expect(spotErrors({ ...spots, [`y-${uuid}`]: '' }, rooms)).toEqual({ [`y-${uuid}`]: 'field.required' })
    expect(spotErrors({ ...spots, [`y-${uuid}`]: 100.1 }, rooms)).toEqual({ [`y-${uuid}`]: 'field.invalid' })
    expect(spotErrors({ [`x-${uuid}`]: '', [`y-${uuid}`]: '' }, rooms)).toEqual({})
  })

  it('is sent of the rooms alone that were moved or taken off', () => {
    const other = '0192f0a0-0000-7000-8000-000000000002'
    // More exact than it is shown: what nobody touched is not rounded.
    const rooms = [uuid, other].map((each) => ({ uuid: each, name: each, spot: { x: 0.33333, y: 0.5 } }))
    const spots = spotsOf(rooms)
    expect(movedRooms(spots, rooms)).toEqual([])
    expect(movedRooms({ ...spots, ...asTyped(other, { x: 0.2, y: 0.5 }) }, rooms)).toEqual([
      { uuid: other, spot: { x: 0.2, y: 0.5 } },
    ])
    expect(movedRooms({ ...spots, [`x-${uuid}`]: '', [`y-${uuid}`]: '' }, rooms)).toEqual([
      { uuid, spot: null },
    ])
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
