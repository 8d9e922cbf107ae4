import type { FileRow } from './read-rows.ts'

/** So many letters in one call: with two bytes each it is still within what the server takes. */
const PART_LETTERS = 80_000

/** So few rows in one call that a busy server still answers in time: what was handed over would be lost with its answer. */
const PART_ROWS = 25

/** A file in the parts in which it is sent, in its order. */
export function partsOf<Row extends FileRow>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  let letters = 0
  for (const row of rows) {
    const length = JSON.stringify(row.cells).length
    const last = parts.at(-1)
    if (last && last.length < PART_ROWS && letters + length <= PART_LETTERS) {
      last.push(row)
      letters += length
    } else {
      parts.push([row])
      letters = length
    }
  }
  return parts
}
