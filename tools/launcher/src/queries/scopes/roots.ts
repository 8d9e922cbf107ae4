import {
  type CallExpression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isTaggedTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Chain, hasCondition } from './chains.ts'
import { Filters } from './filters.ts'
import type { Known } from './sides.ts'
import type { Finding, Statements } from './statements.ts'
import { isFunction, lineOf, outermost, visitAll } from './syntax.ts'
import { tokensOfText } from './tokens.ts'
import { isValue, valueOf } from './possible.ts'

/** A statement as it is handed to the database, and how it is looked at. */
export type Root = { statement: Node; findings: () => Finding[] }

const FINDS = new Set(['from', 'update', 'delete', '$count'])
const DATABASE = /^(?:Db|NodePg|PgTransaction|PgDatabase)/

type Given = {
  known: Known
  statements: Statements
  /** What is written by hand in the `….query(text)` of a line. */
  textsAt: (file: string, line: number) => readonly string[]
}

/** The function whose answer it is, or the constant that holds it. */
function holderOf(node: Node): Node | undefined {
  const { parent } = node
  if (isParenthesizedExpression(parent) || isConditionalExpression(parent)) return holderOf(parent)
  if (isVariableDeclaration(parent) || isArrowFunction(parent)) return parent
  if (!isReturnStatement(parent)) return undefined
  let around: Node | undefined = parent
  while (around && !isFunction(around)) around = around.parent
  return around
}

const isAssigned = (use: Node): boolean =>
  isBinaryExpression(use.parent) &&
  use.parent.operatorToken.kind === SyntaxKind.EqualsToken &&
  use.parent.left === use

/** Where a program finds rows. */
export class Roots {
  readonly #given: Given
  readonly #filters: Filters

  constructor(given: Given) {
    this.#given = given
    this.#filters = new Filters(given.known.program)
  }

  /** The statements of a file. */
  in(file: SourceFile): Root[] {
    const roots: Root[] = []
    visitAll(file, (node) => {
      if (isCallExpression(node)) roots.push(...this.#ofCall(node, file))
    })
    return roots
  }

  /** Templates that stand in no statement that was looked at, as far as one can see: by themselves. */
  unread(file: SourceFile): Root[] {
    const { known, statements } = this.#given
    const roots: Root[] = []
    visitAll(file, (node) => {
      if (!isTaggedTemplateExpression(node) || !isIdentifier(node.tag) || node.tag.text !== 'sql') return
      if (!known.templates.seen.has(node) && !this.#filters.isFilter(node))
        roots.push({ statement: node, findings: () => statements.findingsOfValue(valueOf(node)) })
    })
    return roots
  }

  #ofCall(node: CallExpression, file: SourceFile): Root[] {
    const { expression } = node
    if (!isPropertyAccessExpression(expression)) return []
    const { text } = expression.name
    if (FINDS.has(text)) return this.#isOfDatabase(node) ? this.#ofBuilder(outermost(node)) : []
    if (text === 'execute') return [this.#ofExecute(node)]
    if (text !== 'query') return []
    const { statements, textsAt } = this.#given
    return textsAt(file.fileName, lineOf(node)).map((written) => ({
      statement: node,
      findings: () => statements.findingsOfTokens(tokensOfText(written)),
    }))
  }

  #ofExecute(node: CallExpression): Root {
    const { known, statements } = this.#given
    const value = node.arguments[0] && valueOf(node.arguments[0])
    const isRead = (): boolean =>
      value !== undefined &&
      known.values.follow(value).every((one) => !isValue(one) || isTaggedTemplateExpression(one.node))
    return {
      statement: node,
      findings: () => (value && isRead() ? statements.findingsOfValue(value) : [{ table: 'a table' }]),
    }
  }

  /** Other things are called like that too. */
  #isOfDatabase({ expression, arguments: [first] }: CallExpression): boolean {
    if (!isPropertyAccessExpression(expression) || !first) return false
    const { known, statements } = this.#given
    const { expression: receiver, name, parent } = expression
    if (name.text === 'from' || name.text === '$count')
      return statements.chainOf(valueOf(parent)) !== undefined
    const table = known.columns.tableOf(valueOf(first))
    return table !== undefined && ('table' in table || DATABASE.test(known.program.typeOf(receiver)))
  }

  /** A builder that a function answers or a constant holds, without a condition, is finished by whoever uses it. */
  #ofBuilder(builder: Node, begun?: Chain): Root[] {
    const { statements } = this.#given
    const chain = statements.chainOf(valueOf(builder)) ?? begun
    if (!chain || this.#filters.isFilter(builder)) return []
    const users = hasCondition(chain) ? [] : this.#usersOf(builder)
    if (users.length > 0) return users.flatMap((use) => this.#ofBuilder(outermost(use), chain))
    return [{ statement: builder, findings: () => statements.findingsOfChain(chain) }]
  }

  #usersOf(builder: Node): readonly Node[] {
    const { program } = this.#given.known
    const holder = holderOf(builder)
    if (!holder) return []
    if (!isFunction(holder)) return program.usesOf(holder).filter((use) => !isAssigned(use))
    const { calls, handedOn } = program.callsOf(holder)
    return [...calls, ...handedOn]
  }
}
