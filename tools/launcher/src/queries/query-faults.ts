import type { Column, Description } from './describe.ts'
import type { Declared, Query } from './find-statements.ts'

/** What only a server with TimescaleDB knows. */
export const needsTimescale = (text: string): boolean => /timescaledb_information|forget_chunks/.test(text)

/** What a program says of a statement and PostgreSQL does not. */
export function queryFaults(query: Query, { parameters, columns }: Description): string[] {
  const { row, values } = query
  return [
    ...(values !== undefined && values !== parameters
      ? [`takes ${parameters} values, is given ${values}`]
      : []),
    ...(row?.isByPlace ? faultsByPlace(row.columns, columns) : row ? faultsByName(row.columns, columns) : []),
  ]
}

function faultsByName(declared: readonly Declared[], columns: readonly Column[]): string[] {
  const given = new Map(columns.map((column) => [column.name, column]))
  return declared.flatMap((wanted) => {
    const column = given.get(wanted.name)
    if (column) return faultsOfColumn(wanted, column)
    return wanted.isOptional ? [] : [`gives no ${wanted.name}`]
  })
}

const faultsByPlace = (declared: readonly Declared[], columns: readonly Column[]): string[] =>
  declared.flatMap((wanted, place) => {
    const column = columns[place]
    return column ? faultsOfColumn(wanted, column) : [`gives no column ${place}`]
  })

const faultsOfColumn = ({ name, kinds }: Declared, { kind }: Column): string[] =>
  kind === undefined || kinds.length === 0 || kinds.includes(kind)
    ? []
    : [`gives ${name} as ${kind}, is taken for ${kinds.join(' or ')}`]
