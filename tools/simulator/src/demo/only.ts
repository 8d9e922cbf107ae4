/** The first of rows that are known to be there. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The demo expected a row that is not there.')
  return row
}

export function known<Value>(values: Record<string, Value>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`The demo has no ${name}.`)
  return value
}
