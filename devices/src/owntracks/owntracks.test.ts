import { defaultSettings } from '@carewatch/contracts/default-settings'
import { describe, expect, it } from 'vitest'
import { owntracks } from './owntracks.ts'
import { encodePhoneCommand, encodePhoneSettings } from './encode.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const at = noon - 60_000
const read = (document: unknown, leaf = '') => owntracks(leaf, Buffer.from(JSON.stringify(document)), noon)
const location = { _type: 'location', lat: 32.078, lon: 34.788, tst: at / 1_000, acc: 12, batt: 46 }

describe('a phone with OwnTracks', () => {
  it('says where it was at the time of the fix, and its battery', () => {
    expect(read(location)).toMatchObject({
      positions: [{ time: at, lat: 32.078, lng: 34.788, accuracyM: 12, source: 'GPS' }],
      readings: [{ metric: 10, time: at, value: 46 }],
      clockSkew: false,
    })
  })

  it('may write its numbers as text, and leave out what is zero', () => {
    const { positions } = read({ ...location, lat: '32.078', tst: String(at / 1_000), acc: undefined })
    expect(positions).toMatchObject([{ time: at, lat: 32.078, accuracyM: null }])
  })

  it.each([
    ['0,0', { lat: 0, lon: 0 }, 0],
    ['a place off the globe', { lat: 91 }, 1],
    ['no place', { lat: undefined }, 1],
    ['a place of words', { lat: 'here' }, 1],
  ])('draws nothing of %s', (_, changes, rejects) => {
    const decoded = read({ ...location, ...changes })
    expect(decoded.positions).toEqual([])
    expect(decoded.rejects).toHaveLength(rejects)
    expect(decoded.readings).toHaveLength(1)
  })

  it('was where it crossed a line', () => {
    const crossed = read({ ...location, _type: 'transition', event: 'leave', desc: 'Home' }, 'event')
    expect(crossed).toMatchObject({ positions: [{ lat: 32.078, time: at }], events: [], readings: [] })
  })

  it('counts steps, if it can', () => {
    const steps = { _type: 'steps', tst: at / 1_000, steps: 1200, from: 1, to: at / 1_000 }
    expect(read(steps, 'step').readings).toEqual([{ metric: 6, time: at, value: 1200 }])
    expect(read({ ...steps, steps: -1 }, 'step').readings).toEqual([])
  })

  it.each(['lwt', 'waypoint', 'waypoints', 'card', 'status', 'beacon'])('says nothing by %s', (type) => {
    expect(read({ _type: type, tst: 5 })).toMatchObject({
      positions: [],
      readings: [],
      events: [],
      rejects: [],
    })
  })

  it.each([[{ _type: 'encrypted', data: 'x' }], [{ lat: 1 }], [[location]], ['text'], [null]])(
    'is refused for %j',
    (document) => {
      const { positions, rejects } = read(document)
      expect({ positions, rejects: rejects.length }).toEqual({ positions: [], rejects: 1 })
    },
  )

  it.each([1, 4_070_908_800])('is heard with our time where its clock says %d', (tst) => {
    expect(read({ ...location, tst })).toMatchObject({ positions: [{ time: noon }], clockSkew: true })
  })

  it('is told by its own topic', () => {
    const to = { user: 'jane', device: 'phone' }
    expect(encodePhoneCommand('LOCATE', to, defaultSettings)).toEqual([
      { topic: 'owntracks/jane/phone/cmd', payload: '{"_type":"cmd","action":"reportLocation"}' },
    ])
    expect(encodePhoneCommand('FIND', to, defaultSettings)).toEqual([])
    expect(encodePhoneCommand('PANIC_ON', to, defaultSettings)[0]?.payload).toContain(
      '"monitoring":2,"locatorInterval":60',
    )
    const [encoded] = encodePhoneSettings({ ...defaultSettings, operationMode: 'POWER_SAVING' }, to)
    expect(encoded?.payload).toContain('"monitoring":1,"locatorInterval":3600')
    expect(encoded?.settings).toEqual(['operationMode'])
  })
})
