import { flagged, type FlagFact, measured, numbered, pressed } from '../advertisements/facts.ts'
import type { Product, Read, Reader } from '../advertisements/read.ts'
import { decryptBlock } from '../kit/aes-block.ts'
import { startsWith, u16be, u32be, u8 } from '../kit/bytes.ts'
import { crc16 } from '../kit/crc16.ts'
import { govee } from './advertisement.ts'

type Model = { product: Product; read: (read: Read, state: number) => void }

const button = (id: string, model: string): Model => ({
  product: govee(id, model, 'BTN'),
  read: ({ facts }, state) => pressed(facts, state, 'PRESS'),
})

const YES = 1

/** They report what happens, never that it is over. */
const happened = (name: FlagFact, product: Product): Model => ({
  product,
  read: ({ facts }, state) => {
    if (state === YES) flagged(facts, name, true)
  },
})

const OPEN = 2
const CLOSED = 1
const MAT_BUTTON = 0x10

/** By the number that stands in what they send. */
const models: Record<number, Model> = {
  2: {
    product: govee('H5123', 'Contact Sensor', 'CTMO'),
    read: ({ facts }, state) => {
      if (state === OPEN || state === CLOSED) flagged(facts, 'door', state === OPEN)
    },
  },
  3: happened('motion', govee('H5121', 'Motion Sensor', 'CTMO')),
  8: button('H5122', 'Button'),
  9: happened('vibration', govee('H5124', 'Vibration Sensor', 'CTMO')),
  10: button('H5125', 'Six-Button Remote'),
  11: button('H5126', 'Two-Button Remote'),
  13: {
    product: govee('H5130', 'Pressure Mat', 'CTMO'),
    read: ({ facts }, state) => {
      if (state === MAT_BUTTON) pressed(facts, 0, 'PRESS')
      else if (state <= YES) flagged(facts, 'motion', state === YES)
    },
  },
}

const LENGTH = 26
const CRC_BEGINS_AT = 0x1d0f
const KEY_BYTES = 16
/** When it happened, by its own clock: finer than two things that one of them can say, coarse enough that the next 63 numbers reach beyond the four seconds in which a number counts. */
const NUMBERED_MS = 250

/** Contact, motion, vibration, buttons and mats: a number, its clock when it happened, and a block that is scrambled by that. Everything in it is written backwards. */
export const goveeCareReader: Reader = (body) => {
  if (body.length !== LENGTH) return undefined
  const scrambled = body.subarray(8, 24)
  if (crc16(scrambled, CRC_BEGINS_AT) !== u16be(body, 24)) return undefined
  const key = new Uint8Array(KEY_BYTES)
  key.set(body.subarray(4, 8))
  const plain = decryptBlock(key.reverse(), Uint8Array.from(scrambled).reverse())?.reverse()
  const model = plain && models[u8(plain, 2)]
  if (!model) return undefined
  const read: Read = { facts: {}, product: model.product }
  measured(read.facts, 'battery', u8(plain, 4))
  model.read(read, u8(plain, 5))
  numbered(read.facts, Math.floor(u32be(body, 4) / NUMBERED_MS))
  return read
}

const MOVES = 0x11

/** H5127: whether anybody is there, and whether they move. */
export const goveePresenceReader: Reader = (body) => {
  if (body.length !== 8 || !startsWith(body.subarray(2), [0xec, 0x00])) return undefined
  const read: Read = { facts: {}, product: govee('H5127', 'Presence Sensor', 'CTMO') }
  flagged(read.facts, 'motion', u8(body, 6) === YES || u8(body, 7) === MOVES)
  return read
}
