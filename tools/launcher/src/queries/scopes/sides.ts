import {
  isCallExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast'
import type { Columns } from './columns.ts'
import { isNarrow, LINKED, NARROW, openAt, type Outcome, WIDE } from './outcome.ts'
import type { Program } from './program.ts'
import { isSelect } from './selects.ts'
import type { Templates, Token } from './tokens.ts'
import { isValue, type Value } from './possible.ts'
import type { Values } from './values.ts'

/** What a condition is asked about. */
export type Own = {
  /** Tables, by their names in its statement. */
  names: ReadonlySet<string>
  /** Of one table among several a rule says nothing: it may be about another. */
  areRulesTaken: boolean
}
/** A select: of drizzle's builder, or written down. */
export type Rows = Value | readonly Token[]

/** What everybody here asks. */
export type Known = { program: Program; values: Values; columns: Columns; templates: Templates }

/** What a select within a condition leaves by itself: what it takes from the statement around it counts for nothing. */
export type RowsOf = (rows: Rows, around: Own) => Outcome | undefined

/** What one side of an equation is. */
export type Side =
  | { is: 'column'; table: string; isId: boolean }
  /** Ids of ours: numbers. */
  | { is: 'ids' }
  | { is: 'rows'; outcome: Outcome }
  | { is: 'open'; outcome: Outcome }
  | { is: 'other'; tables: ReadonlySet<string> }

const OTHER: Side = { is: 'other', tables: new Set() }
const NUMBERS = /^(?:readonly )?(?:number(?:\[\])?|\d+)$/
/** In SQL they hold rows or values: `any (…)`. */
const HOLDERS = ['any', 'some', 'array']
/** It answers the id of who wears the device of an id. */
const WEARER = 'wearer_at'

/** Of what else a program hands on nothing can be read but its value. */
const isSql = (type: string): boolean => /\bSQL\b|Column\b/.test(type)

/** A number of ours, or several, or none. */
function isNumbers(type: string): boolean {
  const parts = type.split(' | ').filter((part) => part !== 'null' && part !== 'undefined')
  return parts.length > 0 && parts.every((part) => NUMBERS.test(part))
}

/** The list in the text that hands it over as one value: `{${ids.join()}}`. */
function listInText(node: Node): Node | undefined {
  if (!isTemplateExpression(node) || node.templateSpans.length !== 1) return undefined
  const call = node.templateSpans[0]?.expression
  if (!call || !isCallExpression(call) || !isPropertyAccessExpression(call.expression)) return undefined
  return call.expression.name.text === 'join' ? call.expression.expression : undefined
}

/** What the sides of an equation are, in a program and in SQL. */
export class Sides {
  readonly #known: Known
  readonly #rowsOf: RowsOf

  constructor(known: Known, rowsOf: RowsOf) {
    this.#known = known
    this.#rowsOf = rowsOf
  }

  ofValue(value: Value, own: Own): Side {
    const { columns, program, values, templates } = this.#known
    const column = columns.columnOf(value)
    if (column && 'table' in column) return { is: 'column', ...column }
    if (this.#areIds(value)) return { is: 'ids' }
    if (column)
      return isSql(program.typeOf(value.node)) ? { is: 'open', outcome: openAt(column.open) } : OTHER
    const [found, ...others] = values.follow(value)
    if (!found || others.length > 0 || !isValue(found)) return OTHER
    if (isTaggedTemplateExpression(found.node)) {
      const [tokens, ...ways] = templates.waysOf(found)
      return tokens && ways.length === 0 ? this.ofTokens(tokens, own) : OTHER
    }
    const outcome = this.#rowsOf(found, own)
    return outcome ? { is: 'rows', outcome } : OTHER
  }

  #areIds({ node }: Value): boolean {
    return isNumbers(this.#known.program.typeOf(listInText(node) ?? node))
  }

  ofTokens(tokens: readonly Token[], own: Own): Side {
    const [first, second, ...others] = tokens
    if (first?.kind === 'word' && second?.kind === 'group' && others.length === 0) {
      if (HOLDERS.includes(first.text)) return this.ofTokens([second], own)
      if (first.text === WEARER && second.tokens.some((token) => this.#isId(token))) return { is: 'ids' }
    }
    return first && !second ? this.#ofToken(first, own) : { is: 'other', tables: this.#tablesIn(tokens) }
  }

  #isId(token: Token): boolean {
    return token.kind === 'hole' && this.#areIds(token.value)
  }

  #ofToken(token: Token, own: Own): Side {
    if (token.kind === 'hole') return this.ofValue(token.value, own)
    if (token.kind === 'group') {
      if (!isSelect(token.tokens)) return this.ofTokens(token.tokens, own)
      return { is: 'rows', outcome: this.#rowsOf(token.tokens, own) ?? WIDE }
    }
    if (token.kind === 'mark' && token.text.startsWith('$')) return { is: 'ids' }
    return token.kind === 'word'
      ? { is: 'column', ...this.#known.columns.columnInWords(token.text, own.names) }
      : OTHER
  }

  /** Whose columns are mentioned; a select among them has its own. */
  #tablesIn(tokens: readonly Token[]): ReadonlySet<string> {
    return new Set(
      tokens.flatMap((token) => {
        if (token.kind === 'group') return isSelect(token.tokens) ? [] : [...this.#tablesIn(token.tokens)]
        if (token.kind === 'word') return token.text.includes('.') ? [token.text.split('.')[0] ?? ''] : []
        const column = token.kind === 'hole' ? this.#known.columns.columnOf(token.value) : undefined
        return column && 'table' in column ? [column.table] : []
      }),
    )
  }
}

/** What an equation leaves: it has an id of ours on one side, or a row of another table. */
export function equation(one: Side, other: Side, own: Own): Outcome {
  const both = [half(one, other, own), half(other, one, own)]
  return (
    both.find(isNarrow) ?? both.find(({ linked }) => linked) ?? both.find(({ open }) => open.size > 0) ?? WIDE
  )
}

function half(one: Side, other: Side, { names }: Own): Outcome {
  if (one.is === 'open') return one.outcome
  if (one.is === 'other') return isAmong(one, names) && isIdOfAnother(other, names) ? LINKED : WIDE
  if (one.is !== 'column' || !names.has(one.table)) return WIDE
  if (one.isId && other.is === 'ids') return NARROW
  if (one.isId && other.is === 'rows')
    return other.outcome.open.size > 0 || isNarrow(other.outcome) ? other.outcome : WIDE
  if (other.is === 'column') return (one.isId || other.isId) && !names.has(other.table) ? LINKED : WIDE
  const isElsewhere = other.is === 'other' && [...other.tables].some((table) => !names.has(table))
  return one.isId && isElsewhere ? LINKED : WIDE
}

type Names = ReadonlySet<string>
const isAmong = ({ tables }: { tables: Names }, names: Names): boolean => !tables.isDisjointFrom(names)
const isIdOfAnother = (side: Side, names: Names): boolean =>
  side.is === 'column' && side.isId && !names.has(side.table)
