import { importColumns, type ImportKind } from '@carewatch/contracts/http/import'
import Papa from 'papaparse'
import { saveAs } from '../../ui/controls/save-as.ts'
import type { ColumnWords } from './read-rows.ts'
import type { Line } from './work.ts'

/** The mark at the start tells Excel that it is UTF-8; what looks like a formula is made harmless. */
function saveTable(name: string, fields: string[], data: string[][]): void {
  const csv = Papa.unparse({ fields, data }, { escapeFormulae: true })
  saveAs(`${name}.csv`, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}

/** A list without rows, to be filled in. */
export const saveEmptyList = (kind: ImportKind, words: ColumnWords): void =>
  saveTable(
    kind,
    importColumns[kind].map((column) => `${column} (${words[column]})`),
    [],
  )

/** What was handed over once: passwords of watches, and links where no mail is sent. */
export function saveHanded(lines: readonly Line[], titles: [string, string]): void {
  const data = lines.flatMap(({ answered: { credentials, link, key } }) => {
    if (credentials) return [[credentials.username, credentials.password]]
    return link ? [[key, link]] : []
  })
  saveTable('credentials', titles, data)
}

/** What became of each row, to look at without us. */
export const saveAccount = (
  lines: readonly Line[],
  { titles, outcome }: { titles: string[]; outcome: (line: Line) => string },
): void =>
  saveTable(
    'import',
    titles,
    lines.map((line) => [
      String(line.line),
      outcome(line),
      Object.entries(line.answered.problems)
        .map(([column, text]) => (column === 'row' ? text : `${column} ${text}`))
        .join('; '),
    ]),
  )
