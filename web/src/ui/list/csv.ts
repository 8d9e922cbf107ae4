import Papa from 'papaparse'
import type { IntlShape } from 'react-intl'
import { saveAs } from '../controls/save-as.ts'
import type { Column } from './column.ts'

const PAGE = 200
/** More than any screen is for: whoever wants more takes an export. */
const MOST_ROWS = 20_000

/** Asks for one page of the list as it is filtered and sorted now. */
export type Ask<Row> = (place: {
  page: number
  size: number
}) => Promise<{ rows: readonly Row[]; total: number }>

async function everyRow<Row>(ask: Ask<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < MOST_ROWS; page++) {
    const answer = await ask({ page, size: PAGE })
    rows.push(...answer.rows)
    if (answer.rows.length < PAGE || rows.length >= answer.total) break
  }
  return rows
}

/** All pages of a list as a file that spreadsheets open; a text that looks like a formula is made harmless. */
export async function saveCsv<Row>(
  intl: IntlShape,
  { name, columns, ask }: { name: string; columns: readonly Column<Row>[]; ask: Ask<Row> },
): Promise<void> {
  const written = columns.filter(({ text }) => text !== undefined)
  const rows = await everyRow(ask)
  const csv = Papa.unparse(
    {
      fields: written.map(({ title }) => intl.formatMessage({ id: title })),
      data: rows.map((row) => written.map(({ text }) => text?.(row) ?? '')),
    },
    { escapeFormulae: true },
  )
  // The mark at the start tells Excel that it is UTF-8.
  saveAs(`${name}.csv`, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}
