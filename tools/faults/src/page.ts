import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { claimsOf, HEAD, lineOf, type Row } from './table.ts'

const PAGE = join(import.meta.dirname, '../../../docs/faults.md')
const KEPT = join(import.meta.dirname, '../results/rows.json')
const FROM = '<!-- figures -->'
const TO = '<!-- /figures -->'

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The last row of each case that was tried here, with its day. */
type Kept = Record<string, Row & { day: string }>

const readRows = (): Kept =>
  // Safe: written below.
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Kept) : {}

/** Cases may be tried one by one: the page is of the last time of each. */
export function keepRow(row: Row): void {
  mkdirSync(dirname(KEPT), { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(KEPT, JSON.stringify({ ...readRows(), [row.name]: { ...row, day } }, null, 1))
}

function figuresOf(rows: readonly (Row & { day: string })[]): string {
  const measured = rows.filter(({ finding }) => finding?.seen)
  const looked = rows.filter(({ finding }) => (finding?.claims?.length ?? 0) > 0)
  const skipped = rows.filter((row) => row.skipped)
  const held = rows.filter(({ broken, skipped: why }) => broken.length === 0 && !why)
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const days = rows.map(({ day }) => day).toSorted()
  return [
    `Measured on ${[...new Set([days[0], days.at(-1)])].join(' to ')}, ${machine}: ${held.length} of ${rows.length - skipped.length} faults held.`,
    '',
    rowOf(['case', ...HEAD]),
    rowOf(['case', ...HEAD].map(() => '---')),
    ...measured.map((row) => rowOf([`\`${row.name}\``, ...lineOf(row)])),
    '',
    rowOf(['case', 'fault', 'what was looked at']),
    rowOf(['---', '---', '---']),
    ...looked.map((row) => rowOf([`\`${row.name}\``, row.fault, claimsOf(row).join('; ')])),
    ...(skipped.length > 0
      ? ['', `Not tried: ${skipped.map(({ name, skipped: why }) => `${name} (${why})`).join(', ')}.`]
      : []),
  ].join('\n')
}

/** The figures of the last time that each of these was tried, into the page of them. */
export function writePage(names: readonly string[]): void {
  const kept = readRows()
  const rows = names.flatMap((name) => kept[name] ?? [])
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.indexOf(FROM), page.indexOf(TO)]
  if (before < 0 || after < 0) throw new Error(`${PAGE} has no place for figures.`)
  const start = page.slice(0, before + FROM.length)
  writeFileSync(PAGE, `${start}\n\n${figuresOf(rows)}\n\n${page.slice(after)}`)
}
