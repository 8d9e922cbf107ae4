import { describe, expect, it } from 'vitest'
import { placeName } from './place-name.ts'

const nothing = { deviceName: null, roomName: null, beaconName: null, gatewayName: null, branchName: null }

describe('where it happened', () => {
  it('is the room, and by whose tag or sensor', () => {
    expect(placeName({ ...nothing, roomName: 'Bath 2', beaconName: 'Water sensor' })).toBe(
      'Bath 2 · Water sensor',
    )
  })

  it('is named once where the sensor is called as its room is', () => {
    expect(placeName({ ...nothing, roomName: 'Bath 2', beaconName: 'Bath 2' })).toBe('Bath 2')
  })
})
