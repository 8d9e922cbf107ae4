/** A table and a column of the schema are named by their objects in drizzle's templates, so that the compiler knows them; these are the rest of such a template. */
export type Template = {
  file: string
  line: number
  /** What stands between the expressions. */
  words: readonly string[]
}

export type Schema = { tables: ReadonlySet<string>; columns: ReadonlySet<string> }

/** Stands for an expression. */
const HOLE = '\u0001'
const QUOTED = /'[^']*'|"[^"]*"/g
const TABLE = /\b(?:from|join|into|update)\s+([a-z_]+)/g
const NAMED_ANEW = new RegExp(`\\b(?:from|join)\\s+${HOLE}\\s+(?:as\\s+)?([a-z_]+)`, 'g')
const OF_TABLE = new RegExp(`${HOLE}\\.([a-z_]+)`, 'g')
const COMPOUND = /\b[a-z]+(?:_[a-z]+)+\b/g
const AFTER_A_TABLE = new Set(
  'as where on using join left right inner full cross natural group order limit offset having union window for set values select tablesample returning'.split(
    ' ',
  ),
)

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, word = '']) => word)

/** Columns that only the steps know: named in words, and asked of the database. */
export const columnsInWords = ({ words }: Template): string[] => all(OF_TABLE, words.join(HOLE))

/** What of a template no compiler would miss if the schema changed. */
export function templateFaults({ words }: Template, { tables, columns }: Schema): string[] {
  const text = words.join(HOLE).replaceAll(QUOTED, ' ')
  const named = all(TABLE, text).filter((word) => tables.has(word))
  const anew = all(NAMED_ANEW, text).filter((word) => !AFTER_A_TABLE.has(word))
  const plain = text.replaceAll(OF_TABLE, ' ').match(COMPOUND) ?? []
  return [
    ...named.map((word) => `names the table ${word} in words`),
    ...anew.map((word) => `calls a table ${word} in words: \${table} \${alias(table, '${word}')}`),
    ...plain.filter((word) => columns.has(word)).map((word) => `names the column ${word} in words`),
  ]
}
