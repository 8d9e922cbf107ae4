import { describe, expect, it } from 'vitest'
import { demoBeacons, demoGateways } from './demo/demo-data.ts'
import { beaconsOf } from './demo/renew.ts'
import { beaconMac, gatewayMac } from './demo/numbering.ts'
import { sightingsOf } from './sightings.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const macs = beaconsOf('carmel')

describe('what the gateways of the demo hear', () => {
  it('is each beacon best in the room that it belongs to', () => {
    const walls = demoGateways.flatMap(({ branch, room }, place) =>
      branch === 'carmel' ? [{ room, place }] : [],
    )
    for (const [place, { branch, room }] of demoBeacons.entries()) {
      if (branch !== 'carmel') continue
      const levels = walls.map((wall) => ({
        room: wall.room,
        rssi:
          sightingsOf(gatewayMac(wall.place), macs, noon).find(({ mac }) => mac === beaconMac(place))?.rssi ??
          -100,
      }))
      expect(levels.toSorted((one, other) => other.rssi - one.rssi)[0]?.room).toBe(room)
    }
  })

  it('is a climate inside its limits, and a door that is nearly always closed', () => {
    const day = Array.from({ length: 1_440 }, (_, minute) =>
      sightingsOf(gatewayMac(0), macs, noon + minute * 60_000),
    )
    const values = (name: 'temperature' | 'door') => day.flat().flatMap((sighting) => sighting[name] ?? [])
    for (const warm of values('temperature'))
      expect(warm).toSatisfy((value: number) => value > 18 && value < 28)
    const open = values('door').filter((isOpen) => isOpen === true).length
    expect(open).toBeGreaterThan(0)
    expect(open).toBeLessThan(30)
  })
})
