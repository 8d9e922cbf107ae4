import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isNewCounter, isNewPacket } from './order.ts'
import { bthomeFacts, readBthome } from './advertisement.ts'

const mac = '5448e68f80a5'
const key = Buffer.from('231d39c1d7cc1ab1aee224cd096db932', 'hex')
const bytes = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const factsOf = (digits: string, with_ = {}) => {
  const read = readBthome(bytes(digits), { mac, ...with_ })
  return read && bthomeFacts(read)
}

function sealed(plain: string, counter: number): Uint8Array {
  const counted = Buffer.alloc(4)
  counted.writeUInt32LE(counter)
  const nonce = Buffer.concat([bytes(mac), bytes('d2fc 41'), counted])
  const cipher = createCipheriv('aes-128-ccm', key, nonce, { authTagLength: 4 })
  const body = cipher.update(bytes(plain))
  cipher.final()
  return Buffer.concat([bytes('41'), body, counted, cipher.getAuthTag()])
}

it('tells a door, its battery and the number of the message', () => {
  expect(factsOf('44 00 4e 01 64 05 000000 2d 01 3f 0000')).toEqual({
    packetId: 78,
    battery: 100,
    illuminanceLux: 0,
    door: true,
  })
})

it.each([
  ['11 01', { door: true }],
  ['1b 00', { door: false }],
  ['20 01', { water: true }],
  ['21 00', { motion: false }],
  ['23 01', { motion: true }],
  ['2b 01', { tamper: true }],
  ['2c 01', { vibration: true }],
  ['1e 00', { light: false }],
  ['15 01', { isLowOnBattery: true }],
  ['0c b80b', { batteryMv: 3000 }],
  ['4a dc08', {}],
  ['57 ea', { temperature: -22 }],
  ['3a 01', { button: 'PRESS' }],
  ['3a 02', { button: 'DOUBLE' }],
  ['3a 03', { button: 'TRIPLE' }],
  ['3a 80', { button: 'LONG' }],
  ['3a 00', {}],
  ['3a 00 3a 04', { button2: 'LONG' }],
  ['3a 01 3a 00 3a 00 3a 02', { button: 'PRESS', button4: 'DOUBLE' }],
  ['3a 00 3a 00 3a 00 3a 00 3a 01', { button5: 'PRESS' }],
  ['3a 00 3a 00 3a 00 3a 00 3a 00 3a 00 3a 01', { button6: 'PRESS' }],
])('reads %s', (digits, facts) => expect(factsOf(`40 ${digits}`)).toEqual(facts))

it('keeps what was read where something follows that nobody knows', () => {
  expect(factsOf('40 02 ca09 ee 01 03 bf13')).toEqual({ temperature: 25.06 })
})

it('steps over what it has no use for', () => {
  expect(factsOf('40 0a 010203 50 5d396164 53 03 616263 54 02 0102 f0 0100 f1 00010203 02 ca09')).toEqual({
    temperature: 25.06,
  })
})

it('takes no value that is cut', () => expect(factsOf('40 01 64 02 ca')).toEqual({ battery: 100 }))

it.each(['', '20 01 64', '60 01 64', '00'])('is not fooled by other versions: %s', (digits) =>
  expect(readBthome(bytes(digits), { mac })).toBeUndefined(),
)

describe('in secret', () => {
  it('speaks to who has its key', () => {
    expect(factsOf(Buffer.from(sealed('00 05 21 01', 7)).toString('hex'), { key })).toEqual({
      packetId: 5,
      motion: true,
    })
  })

  it('says nothing to who has another, or none', () => {
    const other = Buffer.from(key).reverse()
    const digits = Buffer.from(sealed('21 01', 7)).toString('hex')
    expect(factsOf(digits, { key: other })).toEqual({})
    expect(factsOf(digits)).toEqual({})
    expect(readBthome(bytes(digits), { mac })).toMatchObject({ refused: 'noKey', counter: 7 })
  })

  it('is not believed when it speaks openly', () => {
    expect(readBthome(bytes('40 21 01'), { mac, key })).toMatchObject({ refused: 'plain', values: [] })
  })

  it('is not believed when a bit of it was changed', () => {
    const changed = Uint8Array.from(sealed('21 01', 7))
    changed[2] = (changed[2] ?? 0) ^ 1
    expect(readBthome(changed, { mac, key })).toMatchObject({ refused: 'wrongKey', values: [] })
  })
})

it('takes a message as new by its number, or after four seconds', () => {
  expect(isNewPacket(undefined, 9, 0)).toBe(true)
  expect(isNewPacket({ id: 9, at: 0 }, 9, 100)).toBe(false)
  expect(isNewPacket({ id: 9, at: 0 }, 8, 100)).toBe(false)
  expect(isNewPacket({ id: 250, at: 0 }, 3, 100)).toBe(true)
  expect(isNewPacket({ id: 0, at: 0 }, 64, 100)).toBe(false)
  expect(isNewPacket({ id: 9, at: 0 }, 9, 4_001)).toBe(true)
})

it('takes a counter as new that has grown, also past its end', () => {
  expect(isNewCounter(undefined, 0)).toBe(true)
  expect(isNewCounter(7, 8)).toBe(true)
  expect(isNewCounter(7, 7)).toBe(false)
  expect(isNewCounter(8, 7)).toBe(false)
  expect(isNewCounter(0xffff_ffff, 0)).toBe(true)
})
