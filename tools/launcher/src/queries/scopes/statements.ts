import {
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isTaggedTemplateExpression,
  type Node,
} from 'typescript/unstable/ast'
import { type Chain, chainOf, selectOfChain } from './chains.ts'
import type { Named } from './columns.ts'
import { Conditions } from './conditions.ts'
import { allOf, anyOf, isHeld, openAt, type Outcome, WIDE } from './outcome.ts'
import { isSelect, type Select, selectsOf } from './selects.ts'
import type { Known, Own, Rows } from './sides.ts'
import type { Token } from './tokens.ts'
import { isValue, type Value } from './possible.ts'

/** What is wrong with a statement: which table is asked for rows of anybody, or whose callers have to be asked. */
export type Finding = { table: string } | { open: Node }

/** A table of a statement. */
type Place = { named: Named; on: readonly Token[]; isOuter: boolean }

/** What cannot be read may be any table. */
const UNKNOWN: Named = { table: { name: 'a table', isOfPeople: true, ids: new Set() }, name: '' }

/** Whole statements: what each of their tables is narrowed by. */
export class Statements {
  readonly #known: Known
  readonly #conditions: Conditions

  constructor(known: Known) {
    this.#known = known
    this.#conditions = new Conditions(known, {
      rowsOf: (rows, around) => this.#rowsOf(rows, around),
      linksTo: (rows, around) =>
        this.#selectsIn(rows).every((select) => isHeld(this.#outcomeOf(select, around))),
    })
  }

  chainOf(value: Value): Chain | undefined {
    return chainOf(value, this.#known.values, this.#known.columns)
  }

  /** The table that a source is; nothing where it is a select of its own, which is looked at by itself. */
  #namedBy([first, second]: readonly Token[]): Named | { open: Node } | undefined {
    const { columns } = this.#known
    if (first?.kind === 'word')
      return columns.tableInWords(first.text, second?.kind === 'word' ? second.text : undefined)
    if (first?.kind !== 'hole') return undefined
    const table = columns.tableOf(first.value)
    if (!table) return this.#isOfRows(first.value) ? undefined : UNKNOWN
    if ('open' in table) return table
    if (second?.kind === 'word') return { ...table, name: second.text }
    const again = second?.kind === 'hole' ? columns.tableOf(second.value) : undefined
    return again ?? table
  }

  #isOfRows(value: Value): boolean {
    return this.#known.values
      .follow(value)
      .every((one) => isValue(one) && (isTaggedTemplateExpression(one.node) || this.chainOf(one)))
  }

  #placesOf({ sources }: Select): { places: Place[]; open: Node[] } {
    const places: Place[] = []
    const open: Node[] = []
    for (const { tokens, on, isOuter } of sources) {
      const named = this.#namedBy(tokens)
      if (named && 'open' in named) open.push(named.open)
      else if (named?.table.isOfPeople) places.push({ named, on, isOuter })
    }
    return { places, open }
  }

  /** Everything that a row must fulfil: all of them, or those of one table. */
  #outcomeOf(select: Select, own: Own, place?: Place): Outcome {
    const inner = select.sources.filter(({ isOuter }) => !isOuter).map(({ on }) => on)
    const conditions = [select.where, ...inner, ...(place?.isOuter ? [place.on] : [])]
    return allOf(conditions.map((condition) => this.#conditions.ofTokens(condition, own)))
  }

  /** The selects that an expression or a text stands for. */
  #selectsIn(rows: Rows): Select[] {
    if (!('node' in rows)) {
      const [only] = rows
      return rows.length === 1 && only?.kind === 'group' ? this.#selectsIn(only.tokens) : selectsOf(rows)
    }
    return this.#known.values.follow(rows).flatMap((one) => {
      if (!isValue(one)) return []
      const chain = this.chainOf(one)
      if (chain) return [selectOfChain(chain)]
      return this.#known.templates.waysOf(one).flatMap((tokens) => this.#selectsIn(tokens))
    })
  }

  #rowsOf(rows: Rows, around: Own): Outcome | undefined {
    const selects = this.#selectsIn(rows)
    return selects.length === 0 ? undefined : anyOf(selects.map((select) => this.#ofRows(select, around)))
  }

  #ofRows(select: Select, around: Own): Outcome {
    const { places, open } = this.#placesOf(select)
    if (open[0]) return openAt(open[0])
    if (places.length === 0) return WIDE
    const names = new Set([...places.map(({ named }) => named.name), ...around.names])
    return this.#outcomeOf(select, { names, areRulesTaken: true })
  }

  findingsOfChain(chain: Chain): Finding[] {
    return this.#findingsOf(selectOfChain(chain))
  }

  /** What is wrong with a select and with those that it shows. */
  #findingsOf(select: Select): Finding[] {
    const { places, open } = this.#placesOf(select)
    // What is joined from outside hangs on these.
    const inner = places.filter(({ isOuter }) => !isOuter)
    const names = new Set(inner.map(({ named }) => named.name))
    const found = [
      ...places.map((place) => {
        // A rule is about the only table, or about any of several: then each hangs on another by an id.
        const areRulesTaken = !place.isOuter && inner.length === 1
        const own = { names: new Set([place.named.name]), areRulesTaken }
        return { place, outcome: this.#outcomeOf(select, own, place) }
      }),
      ...inner.slice(0, 1).map((place) => {
        return { place, outcome: this.#outcomeOf(select, { names, areRulesTaken: true }) }
      }),
    ].flatMap(({ place, outcome }): Finding[] => {
      if (isHeld(outcome)) return []
      const [name] = outcome.wide || outcome.absent ? [] : outcome.open
      return [name ? { open: name } : { table: place.named.table.name }]
    })
    const shown = [...select.shown, ...select.sources.flatMap(({ tokens }) => tokens)]
    return [
      ...open.map((name) => ({ open: name })),
      ...found,
      ...shown.flatMap((token) => this.#findingsOfShown(token)),
    ]
  }

  #findingsOfShown(token: Token): Finding[] {
    if (token.kind === 'group') return this.findingsOfTokens(token.tokens)
    return token.kind === 'hole' ? this.findingsOfValue(token.value) : []
  }

  findingsOfTokens(tokens: readonly Token[]): Finding[] {
    return isSelect(tokens)
      ? selectsOf(tokens).flatMap((select) => this.#findingsOf(select))
      : tokens.flatMap((token) => this.#findingsOfShown(token))
  }

  /** Of what is shown: an object of columns, a template, or what only callers know. */
  findingsOfValue(value: Value): Finding[] {
    return this.#known.values.follow(value).flatMap((one): Finding[] => {
      if ('open' in one) return this.#known.program.typeOf(value.node).startsWith('SQL') ? [one] : []
      if (!isValue(one)) return []
      const { node, env } = one
      if (isTaggedTemplateExpression(node))
        return this.#known.templates.waysOf(one).flatMap((tokens) => this.findingsOfTokens(tokens))
      if (!isObjectLiteralExpression(node)) return []
      return node.properties.flatMap((member) => {
        if (isPropertyAssignment(member)) return this.findingsOfValue({ node: member.initializer, env })
        if (isSpreadAssignment(member)) return this.findingsOfValue({ node: member.expression, env })
        return isShorthandPropertyAssignment(member) ? this.findingsOfValue({ node: member.name, env }) : []
      })
    })
  }
}
