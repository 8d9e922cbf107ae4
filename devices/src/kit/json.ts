export type Fields = Record<string, unknown>

const text = new TextDecoder('utf-8', { fatal: true })

/** What the bytes say as JSON; undefined where they are none. */
export function readJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(text.decode(payload))
  } catch {
    return undefined
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own fields only: a name like `constructor` is nobody's field. */
export const fieldOf = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/

/** A number, also one written as text. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > 32 || !NUMBER.test(value)) return undefined
  return Number(value)
}

const YES = new Set<unknown>([true, 1, '1', 'true', 'on', 'yes', 'True'])
const NO = new Set<unknown>([false, 0, '0', 'false', 'off', 'no', 'False'])

/** Yes or no, in the ways devices say it. */
export const flagIn = (value: unknown): boolean | undefined =>
  YES.has(value) ? true : NO.has(value) ? false : undefined

const NONE = new Set(['', 'none', 'no', 'false', 'off', 'null'])
const ZERO_HEX = /^0x0+$/

/** What a field holds where there is nothing of what it is named for. */
export function isNone(value: unknown): boolean {
  if (value === undefined || value === null || value === false || numberIn(value) === 0) return true
  if (typeof value === 'object') return Object.keys(value).length === 0
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  return word !== undefined && (NONE.has(word) || ZERO_HEX.test(word))
}

const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu

/** A short text that says something, without what nobody can read or store. */
export function textIn(value: unknown, longest = 64): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, longest).replaceAll(UNPRINTABLE, '').trim()
  return text === '' ? undefined : text
}

const MAC = /^[0-9a-f]{12}$/

/** An address of twelve digits, however it is written. */
export function macIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 23) return undefined
  const digits = (value.length === 12 ? value : value.replaceAll(/[:\-. ]/g, '')).toLowerCase()
  return MAC.test(digits) ? digits : undefined
}

/** dBm, as far as a radio can hear. */
export function rssiIn(value: unknown): number | undefined {
  const rssi = numberIn(value)
  return rssi !== undefined && rssi >= -127 && rssi <= 20 ? rssi : undefined
}

export const hexIn = (value: unknown): Uint8Array | undefined =>
  typeof value === 'string' && value.length >= 2 ? Buffer.from(value, 'hex') : undefined

const UUID = /^[0-9a-f]{32}$/

/** Who a beacon is, from what a gateway has read of it. */
export function ibeaconIn(given: { uuid: unknown; major: unknown; minor: unknown }) {
  const uuid = typeof given.uuid === 'string' ? given.uuid.replaceAll('-', '').toLowerCase() : ''
  const [major, minor] = [numberIn(given.major), numberIn(given.minor)]
  return UUID.test(uuid) && isPart(major) && isPart(minor) ? { uuid, major, minor } : undefined
}

const isPart = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 0xffff
