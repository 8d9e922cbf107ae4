import { startsWith, u16be, u16le, u8 } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import { product, type Parts, type Product, type Read, type Reader } from '../advertisements/read.ts'

const BEEWI_DOOR = 0x08

/** Otio and BeeWi: a door. Under a borrowed number. */
export const beeWiReader: Reader = (body) => {
  if (body.length !== 7 || body[2] !== BEEWI_DOOR || body[3] !== 0x0c) return undefined
  const read: Read = { facts: {}, product: product('BSDOO', 'CTMO', ['Otio/BeeWi', 'Door & Window Sensor']) }
  flagged(read.facts, 'door', u8(body, 4) !== 0)
  measured(read.facts, 'battery', u8(body, 6))
  return read
}

const METRES_TO_CM = 100
const CM_IN_INCH = 2.54

/** Onset's Hobo: how high water stands. Not a leak. */
export const hoboReader: Reader = (body) => {
  if (body.length !== 22 || body[2] !== 0x07) return undefined
  const centimetres = Buffer.from(body).readFloatLE(18) * METRES_TO_CM
  return {
    facts: {},
    product: product('HOBOMX2001', 'UNIQ', ['Onset', 'Hobo Water Level Sensor']),
    ...(Number.isFinite(centimetres) && {
      more: { lvl_cm: centimetres, lvl_in: centimetres / CM_IN_INCH },
    }),
  }
}

const nodon = product('NODONNIU', 'BTN', ['NodOn', 'NIU smart button'])
/** The fourth is the end of a long one; who presses five times in a row wants no less than who does three times. */
const nodonPresses = ['PRESS', 'DOUBLE', 'LONG', undefined, 'TRIPLE', 'TRIPLE', 'TRIPLE'] as const
/** As the sensor lists number presses: 9 is long. */
const nodonButtons = [1, 2, 9, 10, 3, 4, 5]
const nodonColors = ['White', 'Tech Blue', 'Cozy Grey', 'Wazabi', 'Lagoon', 'Softberry']
const FIRST_COLOR = 2

export const nodonReader: Reader = (body) => {
  if (body.length !== 16 || !startsWith(body, [0x02, 0x59])) return undefined
  const press = u8(body, 15) - 1
  const button = nodonPresses[press]
  const read: Read = {
    facts: { ...(button && { button }) },
    product: nodon,
    more: { button: nodonButtons[press], color: nodonColors[u16be(body, 10) - FIRST_COLOR] },
  }
  measured(read.facts, 'battery', u8(body, 12) & 0x7f)
  return read
}

const ela = (id: string, model: string, kind = 'THB'): Product => product(id, kind, ['Sensor Easy', model])

/** ELA's pucks and coins are told apart by their names alone. */
const elaModels: readonly (readonly [word: string, Product])[] = [
  ['TPROBE', ela('SE_TPROBE', 'SE TEMP PROBE')],
  ['RHT', ela('SE_RHT', 'SE RHT')],
  ['MAG', ela('SE_MAG', 'SE MAG', 'CTMO')],
  ['MOV', ela('SE_MOV', 'SE MOV', 'CTMO')],
  ['PIR', ela('SE_PIR', 'SE PIR', 'CTMO')],
  ['T', ela('SE_TEMP', 'SE TEMP')],
]
const ELA_NAME = /^[PC] ([A-Z]+)(?: |$)/

const elaModel = ({ name }: Parts): Product | undefined => {
  const word = ELA_NAME.exec(name)?.[1]
  return elaModels.find(([one]) => one === word)?.[1]
}

const elaRead = (parts: Parts): Read => {
  const made = elaModel(parts)
  return { facts: {}, ...(made && { product: made }) }
}

/** The temperature that the Bluetooth standard knows. */
export const temperatureReader: Reader = (body, parts) => {
  if (body.length !== 2) return undefined
  const read = elaRead(parts)
  const raw = u16le(body, 0)
  measured(read.facts, 'temperature', (raw >= 0x8000 ? raw - 0x1_0000 : raw) / 100)
  return read
}

/** Its humidity: hundredths, or whole. */
export const humidityReader: Reader = (body, parts) => {
  const read = elaRead(parts)
  measured(read.facts, 'humidity', body.length === 2 ? u16le(body, 0) / 100 : u8(body, 0))
  return read
}

/** The battery that the Bluetooth standard knows. */
export const batteryReader: Reader = (body) => {
  if (body.length !== 1) return undefined
  const read: Read = { facts: {} }
  measured(read.facts, 'battery', u8(body, 0))
  return read
}

/** A state in the lowest bit, and how often it changed above it. */
export const elaStateReader: Reader = (body, parts) => {
  const made = elaModel(parts)
  if (body.length !== 2 || !made) return undefined
  const read: Read = { facts: {}, product: made }
  const isOn = (u16le(body, 0) & 1) === 1
  // A magnet that is near is a door that is closed.
  if (made.id === 'SE_MAG') flagged(read.facts, 'door', !isOn)
  else if (made.id === 'SE_PIR') flagged(read.facts, 'motion', isOn)
  else if (made.id === 'SE_MOV') flagged(read.facts, 'vibration', isOn)
  return read
}

const ELA_PERCENT = 0xf1
const ELA_MILLIVOLTS = 0xf2

/** Their battery, in the maker's data. */
export const elaReader: Reader = (body, parts) => {
  const read = elaRead(parts)
  if (body[2] === ELA_PERCENT) measured(read.facts, 'battery', u8(body, 3))
  if (body[2] === ELA_MILLIVOLTS) measured(read.facts, 'batteryMv', u16le(body, 3))
  return read
}
