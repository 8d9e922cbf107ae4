export type IngicsEvent =
  | 'button'
  | 'moving'
  | 'hall'
  | 'fall'
  | 'pir'
  | 'ir'
  | 'din'
  | 'din2'
  | 'detect'
  | 'flip'
  | 'rs'
export type IngicsField =
  | 'none'
  | 'temperature'
  | 'temperatureExt'
  | 'temperatureEnv'
  | 'humidity'
  | 'humidity1D'
  | 'lux'
  | 'co2'
  | 'counter'
  | 'range'
  | 'user'
  | 'voltage'
  | 'current'
  | 'value'
  | 'pm2p5'
  | 'pm10p0'
  | 'voc'
  | 'nox'
  | 'gp'
  | 'accel'

type Model = { name: string; fields: readonly IngicsField[]; events: readonly IngicsEvent[] }
type Models = Record<number, Model>

type Row = readonly [
  type: number,
  name: string,
  fields: readonly IngicsField[],
  events: readonly IngicsEvent[],
]

export const ingicsModel = (rows: readonly Row[]): Models =>
  Object.fromEntries(rows.map(([type, name, fields, events]) => [type, { name, fields, events }]))

const plain = ['none', 'none', 'user'] as const
const temperature = ['temperature', 'none', 'user'] as const
const climate = ['temperature', 'humidity', 'user'] as const
const twoTemperatures = ['temperature', 'temperatureExt', 'user'] as const
const counted = ['none', 'counter', 'user'] as const
const ranged = ['none', 'range', 'user'] as const
const button = ['button'] as const

const first = ingicsModel([
  [0x03, 'iBS01', plain, button],
  [0x04, 'iBS01H', plain, ['button', 'hall']],
  [0x05, 'iBS01T', climate, button],
  [0x06, 'iBS01G', plain, ['button', 'moving', 'fall']],
  [0x07, 'iBS01T', temperature, button],
])

const common = ingicsModel([
  [0x01, 'iBS02PIR2', plain, ['pir']],
  [0x02, 'iBS02IR2', counted, ['ir']],
  [0x04, 'iBS02M2', counted, ['din']],
  [0x10, 'iBS03', plain, ['button', 'hall']],
  [0x12, 'iBS03P', twoTemperatures, []],
  [0x13, 'iBS03R', ranged, []],
  [0x14, 'iBS03T', climate, button],
  [0x15, 'iBS03T', temperature, button],
  [0x16, 'iBS03G', plain, ['button', 'moving', 'fall']],
  [0x17, 'iBS03TP', twoTemperatures, []],
  [0x18, 'iBS04i', plain, button],
  [0x19, 'iBS04', plain, button],
  [0x1a, 'iBS03RS', ranged, []],
  [0x1b, 'iBS03F', counted, ['din']],
  [0x1c, 'iBS03Q', counted, ['din']],
  [0x1d, 'iBS03QY', counted, ['din', 'din2']],
  [0x20, 'iRS02', temperature, ['hall']],
  [0x21, 'iRS02TP', twoTemperatures, ['hall']],
  [0x22, 'iRS02RG', ['accel'], ['hall']],
  [0x23, 'iBS03AD-NTC', ['none', 'temperatureExt', 'user'], []],
  [0x24, 'iBS03AD-V', ['none', 'voltage', 'user'], []],
  [0x25, 'iBS03AD-D', counted, ['din']],
  [0x26, 'iBS03AD-A', ['none', 'current', 'user'], []],
  [0x30, 'iBS05', plain, button],
  [0x31, 'iBS05H', counted, ['button', 'hall']],
  [0x32, 'iBS05T', temperature, button],
  [0x33, 'iBS05G', plain, ['button', 'moving']],
  [0x34, 'iBS05CO2', ['none', 'co2', 'user'], button],
  [0x35, 'iBS05i', plain, button],
  [0x36, 'iBS06i', plain, button],
  [0x3a, 'iBS05G-Flip', plain, ['button', 'flip']],
  [0x40, 'iBS06', plain, []],
  [0x41, 'iBS08T', ['temperature', 'humidity1D', 'user'], button],
  [0x42, 'iBS09R', ranged, button],
  [0x43, 'iBS09PS', ['value', 'counter', 'user'], ['detect']],
  [0x44, 'iBS09PIR', plain, ['pir']],
  [0x45, 'iBS09LX', ['none', 'lux', 'user'], button],
  [0x48, 'iBS08', ['temperatureEnv', 'temperature', 'user'], ['detect']],
])

const relays = ingicsModel([
  [0x01, 'iBS02PIR2-RS', plain, ['rs']],
  [0x02, 'iBS02IR2-RS', plain, ['rs']],
  [0x04, 'iBS02M2-RS', plain, ['rs']],
])

const long = ingicsModel([
  [0x39, 'iWS01', ['temperature', 'humidity1D'], button],
  [0x41, 'iBS08T', ['temperature', 'humidity1D'], button],
  [0x42, 'iBS09R', ['none', 'range'], button],
  [0x43, 'iBS09PS', ['value', 'counter'], ['detect']],
  [0x44, 'iBS09PIR', [], ['pir']],
  [0x45, 'iBS08TL', ['temperature', 'humidity1D', 'lux'], button],
  [0x50, 'iBS07', ['temperature', 'humidity', 'lux', 'accel'], button],
])

const longest = ingicsModel([
  [0x41, 'iBS08T', ['temperature', 'humidity1D'], button],
  [0x42, 'iBS09R', ['none', 'range'], ['button', 'detect']],
  [0x43, 'iBS09PS', ['value', 'counter'], ['detect']],
  [0x44, 'iBS09PIR', [], ['pir']],
  [0x45, 'iBS08TL', ['temperature', 'humidity1D', 'lux'], button],
  [0x46, 'iBS08IAQ', ['temperature', 'humidity1D', 'co2', 'pm2p5', 'pm10p0', 'voc', 'nox'], button],
])

/** Where a message of this code says what sent it, and what that may be. */
export function rowsOf(code: number, maker: number): { typeAt: number; models: Models } | undefined {
  switch (code) {
    case 0xbc80:
      return { typeAt: 13, models: maker === 0x59 ? first : common }
    case 0xbc82:
      return { typeAt: 13, models: relays }
    case 0xbc83:
      return { typeAt: 13, models: common }
    case 0xbc87:
      return { typeAt: 19, models: long }
    case 0xbc88:
      return { typeAt: 21, models: longest }
    default:
      return undefined
  }
}
