import type { Table } from './pages.ts'

/** One array, written as its rows come. */
export async function* writeJson({ pages }: Pick<Table, 'pages'>): AsyncGenerator<string> {
  let before = '['
  for await (const rows of pages) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]' : ']'
}
