import { stringify } from 'csv-stringify/sync'
import type { Row, Table } from './pages.ts'

const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

const write = (rows: readonly Row[], columns: readonly string[], header: boolean): string =>
  stringify([...rows], {
    columns: [...columns],
    header,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: {
      string: (text) => (FORMULA.test(text) ? `'${text}` : text),
      boolean: String,
    },
  })

/** As RFC 4180 has it, with a mark by which Excel reads Hebrew; what a person typed is never run. */
export async function* writeCsv({ columns, pages }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + write([], columns, true)
  for await (const rows of pages) yield write(rows, columns, false)
}
