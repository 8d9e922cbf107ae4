import { type Ingics, readIngics } from '@carewatch/devices/ingics/advertisement'
import { splitAdvertisement, type Structure } from '@carewatch/devices/advertisements/structures'
import { readIngicsLine, readIngicsRow } from '@carewatch/devices/ingics/gateway'
import { ascii, hex, s16le, s8, u16be, u16le, u8, utf8 } from '@carewatch/devices/kit/bytes'
import { type Fields, hexIn, isFields, numberIn, readJson, textIn } from '@carewatch/devices/kit/json'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { withoutAbsent } from './advertisement.ts'

/** By the names of the maker's own parser. */
export const ingicsView: View = (one) => {
  const bytes = bytesOf(one)
  if (one.kind === 'adv') return advertisement(bytes)
  if (bytes[0] === 0x24) return lines(ascii(bytes))
  const rows = rowsIn(one)
  const [first] = rows
  if (typeof first === 'string') return lines(rows.join('\n'))
  return isFields(first) ? decoded(first) : {}
}

function rowsIn(one: Case): unknown[] {
  const body = readJson(bytesOf(one))
  return isFields(body) && Array.isArray(body.data) ? body.data : [body].flat()
}

function lines(text: string): Record<string, unknown> {
  const all = text.split(/\r?\n/).filter((one) => one.trim() !== '')
  const read = all.map(line)
  if (read.length === 1) return read[0] ?? {}
  const numbered = read.flatMap((fields, index) =>
    Object.entries(fields).map(([name, value]) => [`${index}.${name}`, value] as const),
  )
  return { lines: read.length, ...Object.fromEntries(numbered) }
}

const milliseconds = (text: string | undefined): number | undefined => {
  const seconds = numberIn(text)
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

function line(text: string): Record<string, unknown> {
  const read = readIngicsLine(text)
  if (!read) return {}
  const { type, beacon, gateway, rssi, rest } = read
  const isPlace = type === 'GPSR'
  const [adv = '', time] = rest
  return withoutAbsent({
    type,
    beacon,
    gateway,
    rssi,
    timestamp: milliseconds(isPlace ? rest[6] : time),
    ...(isPlace ? place(rest) : advertisement(hexIn(adv) ?? new Uint8Array())),
  })
}

const place = ([, , lat, lng, speed, hdop]: readonly string[]): Record<string, unknown> => ({
  'gnss.latitude': numberIn(lat),
  'gnss.longitude': numberIn(lng),
  'gnss.speed': numberIn(speed),
  'gnss.hdop': numberIn(hdop),
})

const types: Record<string, string> = { GNSS: 'GPSR', HEARTBEAT: 'HBRP' }

function decoded(row: Fields): Record<string, unknown> {
  const type = textIn(row.type) ?? ''
  const { battery, values, events } = readIngicsRow(row)
  const isSensor = type !== 'Unknown' && types[type] === undefined
  return withoutAbsent({
    type: types[type] ?? 'GPRP',
    timestamp: milliseconds(String(numberIn(row.ts))),
    gateway: textIn(row.reader) ?? textIn(row.gw),
    beacon: textIn(row.tag),
    rssi: numberIn(row.rssi),
    'gnss.latitude': numberIn(row.lat),
    'gnss.longitude': numberIn(row.long),
    'gnss.speed': numberIn(row.speed),
    'gnss.hdop': numberIn(row.hdop),
    ...(isSensor && {
      'msd.type': type,
      'msd.company': 'Ingics',
      'msd.battery': battery,
      ...named('msd.', values),
      ...named('msd.events.', events),
      ...axesIn(row),
    }),
  })
}

/** Where it tells of acceleration. */
function axesIn({ accel, accels }: Fields): Record<string, unknown> {
  const all = Array.isArray(accels) ? accels.filter(isFields) : []
  return {
    ...(isFields(accel) && named('msd.accel.', accel)),
    ...Object.assign({}, ...all.map((one, index) => named(`msd.accels[${index}].`, one))),
  }
}

const named = (start: string, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [start + name, value]))

const reversed = (bytes: Uint8Array): string => hex(bytes.slice().reverse()).toUpperCase()
const uuid = (bytes: Uint8Array): string =>
  reversed(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function advertisement(bytes: Uint8Array): Record<string, unknown> {
  const { structures } = splitAdvertisement(bytes)
  // The maker's data may stand alone.
  const isAlone = readIngics(bytes) !== undefined
  const all = isAlone ? [{ type: 0xff, data: bytes }] : structures
  const maker = all.find(({ type, data }) => type === 0xff && data.length >= 2)
  return withoutAbsent({ ...fieldsOf(all), ...(maker && makersData(maker.data)) })
}

const TEMPERATURE = 0x2a6e

function fieldsOf(structures: readonly Structure[]): Record<string, unknown> {
  const of = (...wanted: readonly number[]) => structures.filter(({ type }) => wanted.includes(type))
  const uuids = of(0x02, 0x03, 0x04, 0x05, 0x06, 0x07).map(({ data }) =>
    data.length === 16 ? uuid(data) : reversed(data),
  )
  const services = of(0x16)
  const name = of(0x08, 0x09)[0]
  const temperature = services.find(({ data }) => u16le(data, 0) === TEMPERATURE && data.length === 4)
  return {
    flags: of(0x01)[0]?.data[0],
    localName: name && utf8(name.data),
    txPowerLevel: of(0x0a)[0] && s8(of(0x0a)[0]?.data ?? bytes0, 0),
    ...Object.fromEntries(uuids.map((one, index) => [`serviceUuids[${index}]`, one])),
    ...Object.fromEntries(services.flatMap(({ data }, index) => service(data, index))),
    temperature: temperature && s16le(temperature.data, 2) / 100,
    temperatureUnit: temperature && 'C',
  }
}

const bytes0 = new Uint8Array()

const service = (data: Uint8Array, index: number): [string, unknown][] => [
  [`serviceData[${index}].uuid`, u16le(data, 0)],
  [`serviceData[${index}].data`, hex(data.subarray(2))],
  [`serviceData[${index}].readInt16LE()`, data.length >= 4 ? s16le(data, 2) : undefined],
]

const APPLE = 0x004c
const MICROSOFT = 0x0006

function makersData(data: Uint8Array): Record<string, unknown> {
  const maker = u16le(data, 0)
  const read = readIngics(data)
  const fields = read ? ingics(read) : (known[maker] ?? altBeacon)(data)
  const { type } = fields
  return {
    ...named('msd.', fields),
    msd: hex(data),
    manufacturerData: hex(data),
    'msd.mfg': maker,
    ...Object.fromEntries(
      ['ibs', 'ibs01', 'ibs02', 'ibs03', 'ibs04', 'ibs05', 'irs', 'ingics', 'windows', 'ibeacon'].map(
        (word) => [`msd.is('${word}')`, is(word, fields.company, type)],
      ),
    ),
  }
}

const is = (word: string, company: unknown, type: unknown): boolean =>
  word === 'ingics' ? company === 'Ingics' : typeof type === 'string' && type.toLowerCase().startsWith(word)

function ingics({ type, code, battery, events, values, accel, accels }: Ingics): Record<string, unknown> {
  return {
    type,
    company: 'Ingics',
    code,
    battery,
    ...values,
    ...named('events.', rsAsDin(events)),
    ...(accel && named('accel.', accel)),
    ...Object.assign({}, ...(accels ?? []).map((one, index) => named(`accels[${index}].`, one))),
  }
}

const rsAsDin = ({ rs, ...events }: Ingics['events']) => ({ ...events, ...(rs !== undefined && { din: rs }) })

function apple(data: Uint8Array): Record<string, unknown> {
  const company = 'Apple, Inc.'
  if (data[2] !== 0x02 || data.length < 25) return { company }
  return {
    company,
    type: 'iBeacon',
    uuid: hex(data.subarray(4, 20)).toUpperCase(),
    major: u16be(data, 20),
    minor: u16be(data, 22),
    tx: s8(data, 24),
  }
}

const ALT_BEACON = 0xacbe

/** The open counterpart of iBeacon, under anybody's number. */
const altBeacon = (data: Uint8Array): Record<string, unknown> =>
  u16le(data, 2) !== ALT_BEACON || data.length < 26
    ? {}
    : {
        type: 'altBeacon',
        code: ALT_BEACON,
        id: hex(data.subarray(4, 24)).toUpperCase(),
        refrssi: s8(data, 24),
        mfgReserved: hex(data.subarray(25)).toUpperCase(),
      }

/** Microsoft's kinds of devices, by its published protocol. */
const devices: Record<number, string> = {
  1: 'XBox One',
  6: 'Apple Phone',
  7: 'Apple iPad',
  8: 'Android device',
  9: 'Windows 10 Desktop',
  11: 'Windows 10 Phone',
  12: 'Linus device',
  13: 'Windows IoT',
  14: 'Surface Hub',
}

const microsoft = (data: Uint8Array): Record<string, unknown> => ({
  company: 'Microsoft',
  type: devices[u8(data, 3) & 0x3f] ?? '',
  slat: hex(data.subarray(6, 10)).toUpperCase(),
  deviceHash: hex(data.subarray(10)).toUpperCase(),
})

const known: Record<number, (data: Uint8Array) => Record<string, unknown>> = {
  [APPLE]: apple,
  [MICROSOFT]: microsoft,
}
