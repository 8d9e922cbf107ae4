import { type ImportKind, importRows } from '@carewatch/contracts/http/import'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../../http/call.ts'
import { partsOf } from './parts.ts'
import type { FileRow } from './read-rows.ts'

export type Answered = Reply<typeof importRows>['rows'][number]
export type Outcome = Answered['outcome']
/** A row with what would become of it, or became. */
export type Line = FileRow & { answered: Answered }

type Step = { kind: ImportKind; onDone: (lines: readonly Line[]) => void }

async function sendParts<Row extends FileRow>(
  rows: readonly Row[],
  { kind, onDone }: Step,
  seenOf: ((row: Row) => string) | null,
): Promise<void> {
  for (const part of partsOf(rows)) {
    const given = part.map((row) => ({ cells: row.cells, ...(seenOf && { seen: seenOf(row) }) }))
    // One after the other: what a part makes the next one may name, and no alarm waits for a file.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const answer = await call(importRows, { body: { kind, rows: given, apply: seenOf !== null } })
    onDone(
      part.flatMap((row, index) => {
        const answered = answer.rows[index]
        return answered ? [{ line: row.line, cells: row.cells, answered }] : []
      }),
    )
  }
}

/** What would become of each row; nothing is changed. */
export const lookAt = (rows: readonly FileRow[], step: Step): Promise<void> => sendParts(rows, step, null)

/** Does what was looked at, part by part: each says what it did before the next begins. */
export const bring = (lines: readonly Line[], step: Step): Promise<void> =>
  sendParts(lines, step, ({ answered }) => answered.seen)

/** The second row that means the same thing becomes nothing, wherever in the file it stands. */
export function withoutTwice(lines: readonly Line[]): Line[] {
  const keys = new Set<string>()
  return lines.map((line) => {
    const { key, outcome } = line.answered
    const isTwice = key !== '' && keys.has(key) && outcome !== 'INVALID'
    if (outcome !== 'INVALID') keys.add(key)
    return isTwice
      ? { ...line, answered: { ...line.answered, outcome: 'TWICE' as const, changes: [] } }
      : line
  })
}

export const isToDo = ({ answered: { outcome } }: Line): boolean => outcome === 'NEW' || outcome === 'CHANGED'
