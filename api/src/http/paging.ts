import { asc, desc, ilike, or, type SQL } from 'drizzle-orm'
import type { AnyColumn } from 'drizzle-orm'
import { InvalidFields } from './invalid-fields.ts'

export type Paging = { page: number; size: number; search?: string | undefined; sort?: string | undefined }
type Sortable = AnyColumn | SQL

export const pageOf = ({ page, size }: Pick<Paging, 'page' | 'size'>) => ({
  limit: size,
  offset: (page - 1) * size,
})

/** `name` ascending, `-name` descending; a name that is not on the list is told. */
export function sortBy(sort: string | undefined, columns: Record<string, Sortable>, usual: SQL): SQL {
  if (!sort) return usual
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new InvalidFields({ sort: 'unknown' })
  return isDescending ? desc(column) : asc(column)
}

/** Rows of which one of these columns contains the text, as people mean it: `%` and `_` are letters. */
export function containing(search: string | undefined, columns: Sortable[]): SQL | undefined {
  if (!search) return undefined
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return or(...columns.map((column) => ilike(column as AnyColumn, pattern)))
}
