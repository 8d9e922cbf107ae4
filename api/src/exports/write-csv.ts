import Papa from 'papaparse'
import type { Table } from './pages.ts'

const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

const LINE_END = '\r\n'

const write = (lines: readonly (readonly unknown[])[]): string =>
  lines.length === 0
    ? ''
    : Papa.unparse(
        lines.map((values) => [...values]),
        { newline: LINE_END, escapeFormulae: FORMULA },
      ) + LINE_END

/** As RFC 4180 has it, with a mark by which Excel reads Hebrew; what a person typed is never run. */
export async function* writeCsv({ columns, pages }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + write([columns])
  for await (const rows of pages) yield write(rows.map((row) => columns.map((name) => row[name])))
}
