import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { IMPORT_FILE_ROWS } from '@carewatch/contracts/http/import'

/** What cannot be read at all, and why. */
export type TableFault = 'size' | 'encoding' | 'oldWorkbook' | 'broken'
export type Table = readonly (readonly string[])[]

const FILE_MAX = 5 * 1024 * 1024
/** What a workbook may become when it is unpacked: a few kilobytes can say to be gigabytes. */
const UNPACKED_MAX = 50 * 1024 * 1024
/** So many lines are read, empty ones among them: of a longer file nothing is taken, for nobody would know which rows were left out. */
const LINES = 20 * IMPORT_FILE_ROWS

const begins = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
const isZip = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b)
const isOldWorkbook = (bytes: Uint8Array): boolean => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** As UTF-8, or as UTF-16 where it says so; any other alphabet is a guess, and a guess makes wrong names. */
function textOf(bytes: Uint8Array): string | null {
  const encoding = begins(bytes, 0xff, 0xfe) ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function readText(bytes: Uint8Array): Table | TableFault {
  const text = textOf(bytes)
  if (text === null || text.includes('\u0000')) return 'encoding'
  const { data, meta } = Papa.parse<string[]>(text, { preview: LINES, delimitersToGuess: [',', ';', '\t'] })
  return meta.truncated ? 'size' : data
}

/** Excel's numbers have 15 digits: a longer one is no longer the one that was typed, and is shown as it came. */
function numberText(text: string): string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? String(value) : text
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'string') return cell
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}

/** By what it says of itself, before any of it is unpacked. */
function isTooMuch(bytes: Uint8Array): boolean {
  let unpacked = 0
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize
      return false
    },
  })
  return unpacked > UNPACKED_MAX
}

/** The first sheet, as its cells show what they hold; no formula is computed. */
async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Table | TableFault> {
  try {
    if (isTooMuch(bytes)) return 'size'
    const { readSheet } = await import('read-excel-file/universal')
    const rows = await readSheet<string>(bytes.buffer, { parseNumber: numberText })
    return rows.map((row) => row.map(cellText))
  } catch {
    return 'broken'
  }
}

/** A file as a spreadsheet saves it. */
export async function readTable(file: Blob): Promise<Table | TableFault> {
  if (file.size > FILE_MAX) return 'size'
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isOldWorkbook(bytes)) return 'oldWorkbook'
  return isZip(bytes) ? readWorkbook(bytes) : readText(bytes)
}
