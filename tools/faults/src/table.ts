import { percentile } from '@carewatch/bench/figures'
import type { Finding } from './case.ts'

export type Row = {
  name: string
  fault: string
  finding?: Finding
  broken: string[]
  skipped?: string
  tookMs: number
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : '–')

/** The columns of the table and of the page in docs/. */
export const HEAD = [
  'fault',
  'acknowledged',
  'lost / twice',
  'calls for help',
  'alarms lost / twice',
  'messages lost / twice',
  'back, s',
  'latest alarm, s',
  'portal p95 / slowest, s',
  '503 / cut / wrong',
  'peak MB broker / rules / api',
  'holds',
] as const

function cellsOf({ finding }: Row): string[] {
  const seen = finding?.seen
  if (!seen) return HEAD.slice(1, -1).map(() => '')
  const { answers, memory } = seen
  return [
    String(seen.acknowledged),
    `${seen.lost + seen.unanswered} / ${seen.doubled}`,
    String(seen.calls),
    `${seen.alarmsLost} / ${seen.alarmsDoubled}`,
    `${seen.messagesLost} / ${seen.messagesDoubled}`,
    seconds(seen.backMs),
    seconds(seen.latestMs),
    `${seconds(percentile(answers.times, 0.95))} / ${seconds(answers.slowestMs)}`,
    `${answers.busy} / ${answers.none} / ${answers.wrong.length}`,
    [memory.broker, memory.rulesEngine, memory.api].map(({ peak }) => peak.toFixed(0)).join(' / '),
  ]
}

export const outcomeOf = ({ broken, skipped }: Row): string =>
  skipped ? `not tried: ${skipped}` : broken.length > 0 ? `NO: ${broken.join('; ')}` : 'yes'

export const lineOf = (row: Row): string[] => [row.fault, ...cellsOf(row), outcomeOf(row)]

export const claimsOf = ({ finding }: Row): string[] =>
  (finding?.claims ?? []).map(({ what, seen, holds }) => `${what}: ${seen}${holds ? '' : ' (does NOT hold)'}`)

/** One line for the one who waits. */
export function summaryOf(row: Row): string {
  const figures = cellsOf(row).flatMap((cell, at) => (cell ? [`${HEAD[at + 1]} ${cell}`] : []))
  return [
    `${row.broken.length > 0 ? '✗' : row.skipped ? '!' : '✓'} ${row.name} (${seconds(row.tookMs)} s)`,
    ...figures,
    ...claimsOf(row),
    ...(row.broken.length > 0 || row.skipped ? [outcomeOf(row)] : []),
  ].join(' · ')
}
