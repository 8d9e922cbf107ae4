import { importColumns } from '@carewatch/contracts/http/device-import'
import Papa from 'papaparse'

type Column = (typeof importColumns)[number]
export type ListRow = Partial<Record<Column, string>>
export type ReadList = { rows: ListRow[]; unknown: string[]; missing: Column[] }

/** Other words that people put above the same column. */
const synonyms: Readonly<Record<string, Column>> = {
  model: 'deviceModel',
  devicemodel: 'deviceModel',
  phone: 'mobileNumber',
  mobile: 'mobileNumber',
  mobilenumber: 'mobileNumber',
  number: 'mobileNumber',
}
const needed: readonly Column[] = ['imei', 'imsi', 'name', 'deviceModel']

const columnOf = (title: string): Column | undefined => {
  const word = title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
  return importColumns.find((column) => column.toLowerCase() === word) ?? synonyms[word]
}

/** A list as a spreadsheet saves it: titles in the first row, in any order, separated by whatever that spreadsheet likes. */
export function readList(text: string): ReadList {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' })
  const [titles = [], ...lines] = data
  const columns = titles.map(columnOf)
  const rows = lines.map((cells) => {
    const row: ListRow = {}
    cells.forEach((cell, index) => {
      const column = columns[index]
      if (column && cell.trim() !== '') row[column] = cell.trim().slice(0, 200)
    })
    return row
  })
  return {
    rows,
    unknown: titles.filter((title, index) => title.trim() !== '' && !columns[index]),
    missing: needed.filter((column) => !columns.includes(column)),
  }
}
