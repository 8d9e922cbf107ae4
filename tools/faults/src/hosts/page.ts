import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { percentile } from '@carewatch/bench/figures'
import { brokenIn } from '../broken-promises.ts'
import type { Seen } from '../environment/check.ts'
import { outcomeOf, type Row } from '../table.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/hosts.md')
const KEPT = join(import.meta.dirname, '../../results/hosts.json')
const FROM = '<!-- figures -->'
const TO = '<!-- /figures -->'
/** From the watch to the board, whatever was lost. */
const SOS_WITHIN_MS = 15_000

const HEAD = [
  'case',
  'fault',
  'acknowledged',
  'lost / twice',
  'calls for help',
  'alarms lost / twice',
  'messages lost / twice',
  'SOS median / slowest, s',
  'back, s',
  'portal p95 / slowest, s',
  '503 / cut / wrong',
  'load',
  'holds',
]

const seconds = (ms: number): string => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : '–')

/** What does not hold, in words. A call on its way to a machine that is gone is nobody's to answer: the browser asks again, and the table shows how long it waited. */
export function brokenOnHosts(seen: Seen): string[] {
  const late =
    seen.latestMs <= SOS_WITHIN_MS
      ? []
      : [`a call for help was on the board after ${seconds(seen.latestMs)} s`]
  return [...brokenIn({ seen: { ...seen, answers: { ...seen.answers, hung: 0, slowestMs: 0 } } }), ...late]
}

type HostRow = Row & { load: number }
type Kept = Record<string, HostRow & { day: string }>

function cellsOf({ finding, load }: Partial<HostRow>): string[] {
  const seen = finding?.seen
  if (!seen) return HEAD.slice(2, -1).map(() => '')
  const { answers } = seen
  return [
    String(seen.acknowledged),
    `${seen.lost + seen.unanswered} / ${seen.doubled}`,
    String(seen.calls),
    `${seen.alarmsLost} / ${seen.alarmsDoubled}`,
    `${seen.messagesLost} / ${seen.messagesDoubled}`,
    `${seconds(seen.medianMs)} / ${seconds(seen.latestMs)}`,
    seconds(seen.backMs),
    `${seconds(percentile(answers.times, 0.95))} / ${seconds(answers.slowestMs)}`,
    `${answers.busy} / ${answers.none} / ${answers.wrong.length}`,
    (load ?? 0).toFixed(0),
  ]
}

/** One line for the one who waits. */
export const summaryOf = (row: Row): string =>
  [
    `${row.broken.length > 0 ? '✗' : '✓'} ${row.name} (${seconds(row.tookMs)} s)`,
    ...cellsOf(row).map((cell, index) => `${HEAD[index + 2]} ${cell}`),
    outcomeOf(row),
  ].join(' · ')

const readRows = (): Kept =>
  // Safe: written below.
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Kept) : {}

export function keepHostRow(row: HostRow): void {
  mkdirSync(dirname(KEPT), { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(KEPT, JSON.stringify({ ...readRows(), [row.name]: { ...row, day } }, null, 1))
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The figures of the last time that each of these was tried, into the page of them. */
export function writeHostPage(names: readonly string[]): void {
  const kept = readRows()
  const rows = names.flatMap((name) => kept[name] ?? [])
  const held = rows.filter(({ broken }) => broken.length === 0)
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB for all three machines, Node ${process.version}`
  const figures = [
    `Measured on ${[...new Set(rows.map(({ day }) => day))].join(', ')}, ${machine}: ${held.length} of ${rows.length} faults held.`,
    '',
    lineOf(HEAD),
    lineOf(HEAD.map(() => '---')),
    ...rows.map((row) => lineOf([`\`${row.name}\``, row.fault, ...cellsOf(row), outcomeOf(row)])),
  ].join('\n')
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.indexOf(FROM), page.indexOf(TO)]
  if (before < 0 || after < 0) throw new Error(`${PAGE} has no place for figures.`)
  writeFileSync(PAGE, `${page.slice(0, before + FROM.length)}\n\n${figures}\n\n${page.slice(after)}`)
}
