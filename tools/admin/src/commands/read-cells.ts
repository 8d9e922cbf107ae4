import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'

const LINE_MAX = 400
const RADIOS = new Set(['GSM', 'UMTS', 'LTE', 'NR'])
const COLUMNS = 13
const [DAY_S, RANGE_MAX_M, SAMPLES_MAX] = [86_400, 100_000, 2_147_483_647]

export type Cell = {
  mcc: number
  mnc: number
  lac: number
  cid: number
  radio: string
  lat: number
  lng: number
  rangeM: number
  samples: number
  updatedS: number
}
/** `other`: a network of another kind, or of a country that is not wanted; `bad`: it cannot be read, and why. */
export type CellLine = { cell: Cell } | { other: true } | { bad: string }
type Wanted = { countries: ReadonlySet<number> | undefined; now: number }

const whole = (text: string | undefined, least: number, most: number): number | undefined => {
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}
const degrees = (text: string | undefined, most: number): number | undefined =>
  text !== undefined && /^-?\d{1,3}(\.\d{1,18})?$/.test(text) && Math.abs(Number(text)) <= most
    ? Number(text)
    : undefined

/** A line of the tables of OpenCelliD and Mozilla: radio, mcc, net, area, cell, unit, lon, lat, range, samples, changeable, created, updated, averageSignal. */
export function readCell(line: string, { countries, now }: Wanted): CellLine {
  const fields = line.split(',')
  if (fields.length < COLUMNS) return { bad: `has ${fields.length} columns, ${COLUMNS} are needed` }
  const [radio = '', country, net, area, number, , ...rest] = fields
  if (radio === 'CDMA') return { other: true }
  if (!RADIOS.has(radio)) return { bad: 'its radio is none of GSM, UMTS, LTE and NR' }
  const mcc = whole(country, 1, 999)
  if (mcc !== undefined && countries && !countries.has(mcc)) return { other: true }
  const [mnc, lac, cid] = [whole(net, 0, 999), whole(area, 0, 0xff_ff_ff), whole(number, 1, 2 ** 36)]
  if (mcc === undefined || mnc === undefined || lac === undefined || cid === undefined)
    return { bad: 'its network, area or number is none' }
  const measured = measuredIn(rest, now)
  return typeof measured === 'string'
    ? { bad: measured }
    : { cell: { mcc, mnc, lac, cid, radio, ...measured } }
}

/** What stands behind the unit; or what is wrong with it. */
function measuredIn([lon, north, range, count, , , updated]: readonly string[], now: number) {
  const [lng, lat] = [degrees(lon, 180), degrees(north, 90)]
  if (lng === undefined || lat === undefined || (lng === 0 && lat === 0))
    return 'its place is nowhere on earth'
  const [rangeM, samples] = [whole(range, 0, RANGE_MAX_M), whole(count, 0, SAMPLES_MAX)]
  if (rangeM === undefined || samples === undefined) return 'its range or samples are no number'
  const updatedS = whole(updated, 1, now / 1_000 + DAY_S)
  return updatedS === undefined
    ? 'it was updated at no time there was'
    : { lat, lng, rangeM, samples, updatedS }
}

/** The lines of a file, plain or packed by gzip: a piece of it is held, however large it is. A line that is too long comes cut off. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const source = await opened(path)
  let rest = ''
  for await (const piece of source) {
    const lines = (rest + String(piece)).split('\n')
    rest = (lines.pop() ?? '').slice(0, LINE_MAX)
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest !== '') yield rest
}

const GZIP = Buffer.of(0x1f, 0x8b)

async function opened(path: string): Promise<AsyncIterable<string>> {
  const file = await open(path)
  const head = Buffer.alloc(2)
  await file.read(head, 0, 2, 0)
  await file.close()
  const source = createReadStream(path)
  if (!head.equals(GZIP)) return source.setEncoding('latin1')
  // What is wrong with the file is said by whoever reads the last of it.
  return pipeline(source, createGunzip(), () => {}).setEncoding('latin1')
}
