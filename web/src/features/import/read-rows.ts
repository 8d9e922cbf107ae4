import {
  IMPORT_CELL,
  type ImportColumn,
  importColumns,
  type ImportKind,
  neededColumns,
} from '@carewatch/contracts/http/import'
import type { Table } from './read-table.ts'

export type Cells = Partial<Record<ImportColumn, string>>
/** A row, and where it stands in the file. */
export type FileRow = { line: number; cells: Cells }
export type ReadRows = { rows: FileRow[]; unknown: string[]; missing: ImportColumn[] }

/** The words that people see above a column, in their language. */
export type ColumnWords = Readonly<Record<ImportColumn, string>>

const plain = (title: string): string => title.toLowerCase().replaceAll(/[\s_-]/g, '')
/** In an empty list the words of a language stand beside the title, as `room (Zimmer)`. */
const withoutWords = (title: string): string => title.replace(/\([^)]*\)\s*$/, '')

function columnOf(kind: ImportKind, title: string, words: ColumnWords): ImportColumn | undefined {
  const asked = [title, withoutWords(title)].map(plain)
  const columns: readonly ImportColumn[] = importColumns[kind]
  return (
    columns.find((column) => asked.includes(plain(column))) ??
    columns.find((column) => asked.includes(plain(words[column])))
  )
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** The rows below the titles: in any order of columns; empty lines say nothing. */
export function readRows(table: Table, kind: ImportKind, words: ColumnWords): ReadRows {
  const first = table.findIndex((cells) => !isEmpty(cells))
  const titles = table[first] ?? []
  const named = titles.map((title) => columnOf(kind, title, words))
  // Of two with one title nobody knows which is meant: the second is none, and is said to be.
  const columns = named.map((column, index) => (named.indexOf(column) === index ? column : undefined))
  const rows = table.flatMap((texts, index): FileRow[] => {
    if (index <= first || isEmpty(texts)) return []
    const cells: Cells = {}
    texts.forEach((text, column) => {
      const name = columns[column]
      if (name && text.trim() !== '') cells[name] ??= text.trim().slice(0, IMPORT_CELL)
    })
    return [{ line: index + 1, cells }]
  })
  return {
    rows,
    unknown: titles.filter((title, index) => title.trim() !== '' && !columns[index]),
    missing: neededColumns[kind].filter((column) => !columns.includes(column)),
  }
}
