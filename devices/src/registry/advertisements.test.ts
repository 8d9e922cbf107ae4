import { createCipheriv } from 'node:crypto'
import { expect, it } from 'vitest'
import { readAdvertisement } from './read-advertisement.ts'

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const read = (adv: string, rsp?: string, key?: Uint8Array) =>
  readAdvertisement(hex(adv), rsp === undefined ? undefined : hex(rsp), { mac: 'a4c138112233', key })

it('reads a name from what was answered, and what is measured by it', () => {
  const sps = '04 09 737073'
  const values = '0a ff 6608 9411 00 aaaa 4d 06'
  expect(read(values, sps)).toEqual({
    name: 'sps',
    model: 'Inkbird T(H) Sensor',
    seems: 'CLIMATE',
    facts: { temperature: 21.5, humidity: 45, battery: 77 },
  })
})

it('takes nobody for Inkbird who is not called so', () => {
  expect(read('0a ff 6608 9411 00 aaaa 4d 06').facts).toEqual({})
})

it('knows a beacon by what it is, and takes it for a tag', () => {
  expect(read('02 01 06 1a ff 4c00 0215 fda50693a4e24fb1afcfc6eb07647825 2711 4cb9 c5')).toEqual({
    facts: {},
    model: 'iBeacon',
    seems: 'TAG',
    ibeacon: { uuid: 'fda50693a4e24fb1afcfc6eb07647825', major: 10001, minor: 19641 },
  })
})

it('takes the chip of a beacon for no thermometer of the room', () => {
  expect(read('03 03 aafe 11 16 aafe 20 00 0bb8 1500 00000045 00000258')).toEqual({
    facts: { batteryMv: 3000 },
    seems: 'TAG',
  })
})

it.each([
  [
    'Ruuvi without a temperature',
    '1b ff 9904 05 8000 5394 c37c 0004 fffc 040c ac36 42 00cd cbb8334c884f',
    'temperature',
  ],
  [
    'Ruuvi without humidity',
    '1b ff 9904 05 12fc ffff c37c 0004 fffc 040c ac36 42 00cd cbb8334c884f',
    'humidity',
  ],
  [
    'Ruuvi without a battery',
    '1b ff 9904 05 12fc 5394 c37c 0004 fffc 040c ffff 42 00cd cbb8334c884f',
    'batteryMv',
  ],
  ['Eddystone without a battery', '11 16 aafe 20 00 0000 8000 00000001 00000064', 'batteryMv'],
  ['Ingics without a temperature', '12 ff 0d00 83bc 2801 00 aaaa ffff 0000 14 03 0000', 'temperature'],
  ['Ingics without humidity', '12 ff 0d00 83bc 2801 02 0a09 ffff 0000 14 03 0000', 'humidity'],
])('takes no sentinel for a measurement: %s', (_what, adv, fact) => {
  expect(Object.keys(read(adv).facts)).not.toContain(fact)
})

it.each([
  ['Moko', '0d 16 abfe 70000a ff9b 01c2 0bb8 00', -10.1],
  ['Minew', '10 16 e1ff a10163 f580 3200 aabbccddeeff', -10.5],
  ['Ingics', '12 ff 0d00 83bc 2801 00 0efc ffff 0000 14 03 0000', -10.1],
])('is colder than freezing: %s', (_what, adv, temperature) => {
  expect(read(adv).facts.temperature).toBeCloseTo(temperature, 6)
})

it('tells a door of Minew apart from one who tampers with it', () => {
  expect(read('12 ff 3906 a4 01 64 01 00 01 00 112233445566 0000').facts).toEqual({
    battery: 100,
    door: true,
    tamper: false,
  })
})

it('reads one magnet as a closed door', () => {
  expect(read('12 ff 0d00 83bc 2b01 04 ffff ffff ffff 10 03 0000')).toMatchObject({
    seems: 'DOOR',
    facts: { door: false, batteryMv: 2990 },
  })
})

it('opens what a thermometer of Xiaomi says in secret', () => {
  const key = hex('231d39c1d7cc1ab1aee224cd096db932')
  const nonce = hex('332211 38c1a4 0e 16 1a18 23')
  const cipher = createCipheriv('aes-128-ccm', key, nonce, { authTagLength: 4 })
  cipher.setAAD(Uint8Array.of(0x11), { plaintextLength: 6 })
  const body = cipher.update(hex('ca08 a411 5b 00'))
  cipher.final()
  const adv = `0e 16 1a18 23 ${body.toString('hex')} ${cipher.getAuthTag().toString('hex')}`
  expect(read(adv, undefined, key).facts).toEqual({ temperature: 22.5, humidity: 45.16, battery: 91 })
  expect(read(adv).facts).toEqual({})
})

it('opens what a door of Xiaomi says in secret', () => {
  const key = hex('e9ea895fac7cca6d30532432a516f3a8')
  const head = '4859 8b09 01 332211 38c1a4'
  const counter = '0a0000'
  const nonce = hex(`33221138c1a4 8b0901 ${counter}`)
  const cipher = createCipheriv('aes-128-ccm', key, nonce, { authTagLength: 4 })
  cipher.setAAD(Uint8Array.of(0x11), { plaintextLength: 4 })
  const body = cipher.update(hex('1910 01 00'))
  cipher.final()
  const advertised = hex(
    `${head.replace('4859', '5858')} ${body.toString('hex')} ${counter} ${cipher.getAuthTag().toString('hex')}`,
  )
  const adv = Buffer.concat([Uint8Array.of(advertised.length + 3, 0x16, 0x95, 0xfe), advertised])
  expect(read(adv.toString('hex'), undefined, key).facts).toEqual({ packetId: 1, door: true })
})

it('reads what stands whole before what is cut', () => {
  expect(read('0b 09 506978656c203420584c 05 ff aa')).toEqual({ name: 'Pixel 4 XL', facts: {} })
})

it('reads nothing from nothing', () => expect(read('')).toEqual({ facts: {} }))

it('reads a Govee below zero by the sign alone', () => {
  // 12.3 below zero is 123412117 under the top bit.
  const body = '0100 0101 875b1a95'.replaceAll(' ', '')
  expect((0x875b1a95 - 0x8000_0000) / 1_000_000).toBeCloseTo(123.4, 1)
  expect(read(`09 ff ${body}`, '0d 09 4756483531303650303243 30').facts).toMatchObject({ temperature: -12.3 })
})

it('reads a battery of a MiBeacon by seven bits', () => {
  const object = (battery: string) => read(`12 16 95fe 5050 5b04 05 332211 38c1a4 0a10 01 ${battery}`).facts
  expect(object('5c')).toMatchObject({ battery: 92 })
  expect(object('dc')).toMatchObject({ battery: 92 })
})

it('hears the water of a Minew whose frame is a byte longer than its kind, and whose battery stands behind its address', () => {
  const frame = (battery: string) => read(`03 03 e1ff 0e 16 e1ff a1 21 ff 01 332211 38c1a4 ${battery}`)
  expect(frame('5a').facts).toEqual({ water: true, battery: 90 })
  // Of another address nobody knows what the last byte is.
  expect(read(`03 03 e1ff 0e 16 e1ff a1 21 ff 01 aabbccddeeff 5a`).facts).toEqual({ water: true })
})
