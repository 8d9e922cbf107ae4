import {
  isCallExpression,
  isIdentifier,
  isStringLiteral,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import type { Table } from './schema.ts'
import { isValue, type Possible, type Value } from './possible.ts'
import type { Values } from './values.ts'

/** A table as a statement names it: under its own name or another. */
export type Named = { table: Table; name: string }
export type Column = { table: string; isId: boolean }

const calleeOf = (node: Node): string | undefined =>
  isCallExpression(node) && isIdentifier(node.expression) ? node.expression.text : undefined

/** Which tables and columns of the schema expressions stand for. */
export class Columns {
  readonly #values: Values
  readonly #tables: ReadonlyMap<string, Table>
  readonly #byName: ReadonlyMap<string, Table>
  readonly #ids: ReadonlySet<string>

  constructor(values: Values, tables: ReadonlyMap<string, Table>) {
    this.#values = values
    this.#tables = tables
    this.#byName = new Map([...tables.values()].map((table) => [table.name, table]))
    this.#ids = new Set([...tables.values()].flatMap(({ ids }) => [...ids]))
  }

  /** The table that an expression surely is. */
  tableOf(value: Value): Named | { open: Node } | undefined {
    const possible = this.#values.follow(value)
    const open = possible.find((one) => 'open' in one)
    const [found, ...others] = possible.map((one) => this.#named(one))
    return open ?? (others.length === 0 ? found : undefined)
  }

  #named(possible: Possible): Named | undefined {
    if (!isValue(possible)) return undefined
    const { node, env } = possible
    const callee = calleeOf(node)
    if (callee === 'alias' && isCallExpression(node)) {
      const [of, name] = node.arguments
      const found = of && this.tableOf({ node: of, env })
      return found && 'table' in found && name && isStringLiteral(name)
        ? { ...found, name: name.text }
        : undefined
    }
    const { parent } = node
    if (callee !== 'pgTable' || !isVariableDeclaration(parent) || !isIdentifier(parent.name)) return undefined
    const table = this.#tables.get(parent.name.text)
    return table && { table, name: table.name }
  }

  /** The column that an expression surely is. */
  columnOf(value: Value): Column | { open: Node } | undefined {
    const [found, ...others] = this.#values.follow(value)
    if (!found || others.length > 0) return undefined
    if (!isValue(found)) return 'open' in found ? found : undefined
    const taken = this.#values.takenFrom(found)
    if (!taken) return undefined
    const open = taken.whole.find((one) => 'open' in one)
    const named = taken.whole[0] && this.#named(taken.whole[0])
    return open ?? (named && { table: named.name, isId: named.table.ids.has(taken.name) })
  }

  /** A table that a text names in words. */
  tableInWords(word: string, anew: string | undefined): Named | undefined {
    const table = this.#byName.get(word)
    return table && { table, name: anew ?? word }
  }

  /** A column that a text names in words: without its table, it is the statement's own. */
  columnInWords(word: string, own: ReadonlySet<string>): Column {
    const [column = '', table = [...own][0] ?? ''] = word.split('.').toReversed()
    return { table, isId: this.#ids.has(column) }
  }
}
