import { describe, expect, it } from 'vitest'
import { readAdvertisement } from './read-advertisement.ts'

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const structure = (type: string, digits: string): string => {
  const data = digits.replaceAll(' ', '')
  return (data.length / 2 + 1).toString(16).padStart(2, '0') + type + data
}
const maker = (digits: string): string => structure('ff', digits)
const service = (digits: string): string => structure('16', digits)
const named = (name: string): string => structure('09', Buffer.from(name).toString('hex'))
const read = (...parts: string[]) =>
  readAdvertisement(hex(parts.join('')), undefined, { mac: 'c13737320f45' })

describe('Govee’s care sensors', () => {
  it.each([
    [
      'a door that is open',
      '3dec0000de4377d55e55f991496e36bdc67f8b2c27067497',
      { door: true, packetId: 227 },
    ],
    [
      'a door that is closed',
      '3dec000159db6bd9bed7aff72a26aa4bd72dfa94573e5be9',
      { door: false, packetId: 98 },
    ],
    [
      'somebody who moves',
      '59940006a3663665c8e6fd7604afe76bbfabebbfb3a3d519',
      { motion: true, packetId: 204 },
    ],
    ['a shake', '08a200135e53736fae439a55cfd8021bdfd5de643b2bd613', { vibration: true, packetId: 213 }],
    ['a press', 'f30a0024aaeaa5631b810899e1c4e1409883fe225935c464', { button: 'PRESS', packetId: 140 }],
    [
      'a press of the second of six',
      '2eaf0000fb0ec968d7056caf2af31be877f1e1e8e3a7f8c6',
      { button2: 'PRESS', packetId: 1 },
    ],
    [
      'a press of the second of two',
      '01c400016b98d35dcbbc1316c4c93f2bf92bec8659ce2040',
      { button2: 'PRESS', packetId: 116 },
    ],
    [
      'a mat that nobody stands on',
      '4775009b24ecdd986aa7bdda57ff4583cd3d3973e802e24e',
      { motion: false, packetId: 222 },
    ],
    [
      'a mat that somebody stands on',
      '477500ae6750fa3447445146492085c27610ea02b3a0063f',
      { motion: true, packetId: 150 },
    ],
    [
      'the button of a mat',
      '477500d6a6a51019ce84013004eed9b6b9ebe156e8b4d0c1',
      { button: 'PRESS', packetId: 205 },
    ],
  ])('read %s', (_, digits, facts) =>
    expect(read(maker(`88ef ${digits}`)).facts).toEqual({ battery: 100, ...facts }),
  )

  it('are not believed where a bit was changed on the way', () => {
    expect(read(maker('88ef 59940000f0b91937ae50b6372c866ac2f3d061e717c00000')).facts).toEqual({})
    expect(read(maker('88ef 3dec0100de4377d55e55f991496e36bdc67f8b2c27067497')).facts).toEqual({})
  })

  it.each([
    ['0388 ec0001010111', true],
    ['0388 ec0001010101', true],
    ['0388 ec0001010000', false],
    ['4388 ec0002010101', true],
  ])('know whether anybody is there: %s', (digits, motion) =>
    expect(read(maker(digits)).facts).toEqual({ motion }),
  )

  it('say nothing of a climate that they failed to measure', () => {
    expect(read(maker('88ec 00 03499d 4b 00')).facts).toEqual({
      temperature: 21.5,
      humidity: 45.3,
      battery: 75,
    })
    expect(read(maker('88ec 00 03499d cb 00')).facts).toEqual({ battery: 75 })
  })
})

it('knows a sensor behind which its radio glues the beacon that it is too', () => {
  const tail = '4c00 0215 494e54454c4c495f524f434b535f4857 5177 f2ff c2'
  const plain = read(maker('0100 0101 033626 64'))
  expect(read(maker(`0100 0101 033626 64 ${tail}`))).toEqual(plain)
  expect(plain.facts).toEqual({ temperature: 21, humidity: 47, battery: 100 })
  // A beacon alone is a beacon.
  expect(read(maker(tail)).ibeacon).toMatchObject({ major: 0x5177 })
})

describe('monitors of the air', () => {
  it('read Aranet once it may speak', () => {
    expect(read(maker('0207 21050301000500014304 9f01 8b27 35 0c 023c00100055'))).toMatchObject({
      model: 'Aranet Aranet4 CO₂ Monitor',
      seems: 'CLIMATE',
      facts: { temperature: 20.75, humidity: 53, battery: 12 },
    })
    expect(read(maker('0207 01 210404 0100 00000000 9901 0000 0a02 00 3b 09 7800 5200 64')).facts).toEqual({
      temperature: 20.45,
      humidity: 52.2,
      battery: 59,
    })
    expect(read(maker('0207 01 010404 0100 00000000 9901 0000 0a02 00 3b 09 7800 5200 64')).facts).toEqual({})
    expect(read(maker('0207 01000201000000')).facts).toEqual({})
  })

  it('take nought of a radon monitor without a thermometer for nothing measured', () => {
    expect(read(maker('0207 03 210406 0100 0000 0700 fe01 c927 ce01 00 64 01 5802 f601 08')).facts).toEqual({
      temperature: 25.5,
      humidity: 46.2,
      battery: 100,
    })
    expect(read(maker('0207 03 210406 0100 0000 0700 0000 c927 0000 00 64 01 5802 f601 08')).facts).toEqual({
      battery: 100,
    })
  })

  it('read a newer SCD4x', () => {
    expect(read(maker('d506 000a c543 016b 8861 9a05')).facts).toEqual({
      temperature: 28.1483,
      humidity: 38.0987,
    })
  })

  it('read a Blue Maestro of the first kind', () => {
    expect(read(maker('3301 16 43 0e10 061e ff5d 030f ff40 0100')).facts).toEqual({
      temperature: -16.3,
      humidity: 78.3,
      battery: 67,
    })
  })

  it('take no light of one without a sensor of light for darkness', () => {
    const ibs07 = (lux: string) =>
      read(maker(`2c08 87bc 3101 00 3408 2d00 ${lux} 0000 0000 0000 50 0400`)).facts
    expect(ibs07('0000')).toEqual({ batteryMv: 3050, temperature: 21, humidity: 45 })
    expect(ibs07('2c01')).toMatchObject({ illuminanceLux: 300 })
  })
})

it.each([
  ['a battery', service('0f18 21'), { battery: 33 }],
  [
    'a press of NodOn, three times',
    service('0000 02599c37d90287a521520004595eb905'),
    { button: 'TRIPLE', battery: 89 },
  ],
  ['the end of a long press of NodOn', service('0000 02599c37d90287a521520006622b8104'), { battery: 98 }],
  ['a finger of SwitchBot', service('3dfd 48d0db'), { battery: 91 }],
  ['movement of Qingping', service('cdfd c812ffeeddccbbaa 110101 0f015f'), { motion: true, packetId: 95 }],
  [
    'no movement of Qingping',
    service('cdfd 4812ffeeddccbbaa 110100 0f0189'),
    { motion: false, packetId: 137 },
  ],
  [
    'what hangs above a bed, and was not touched',
    maker('3906 ca1e00 07 dc05 02 0000 000000000000000000000000000000'),
    { motion: true, tamper: false, isLowOnBattery: false },
  ],
  [
    'what was taken off',
    maker('3906 ca1e00 07 dc05 09 0000 000000000000000000000000000000'),
    { motion: false, tamper: true, isLowOnBattery: true },
  ],
])('reads %s', (_, advertisement, facts) => expect(read(advertisement).facts).toEqual(facts))

it('reads Radioland’s tracker as the sensor it is too', () => {
  const beacon = maker('4c00 0215 fda50693a4e24fb1afcfc6eb07647825 270f 270f d8')
  const climate = service('1803 183a 2f33 010000020000000100000907')
  expect(read(named('RDL52832'), beacon, climate)).toMatchObject({
    model: 'Radioland RDL52832',
    facts: { temperature: 24.2266, humidity: 47.1992 },
    ibeacon: { major: 9999, minor: 9999 },
  })
  expect(read(named('Somebody'), beacon, climate).facts).toEqual({})
})
