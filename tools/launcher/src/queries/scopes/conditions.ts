import {
  type BinaryExpression,
  type CallExpression,
  isArrayLiteralExpression,
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isSpreadElement,
  isTaggedTemplateExpression,
  SyntaxKind,
} from 'typescript/unstable/ast'
import {
  ABSENT,
  allOf,
  anyOf,
  eitherOf,
  isNarrow,
  NARROW,
  openAt,
  orElse,
  type Outcome,
  WIDE,
} from './outcome.ts'
import { equation, type Known, type Own, type Rows, type RowsOf, Sides } from './sides.ts'
import { isWord, splitAt, type Token, withoutCases } from './tokens.ts'
import { isValue, type Possible, type Value } from './possible.ts'

const FALLBACKS: readonly SyntaxKind[] = [SyntaxKind.QuestionQuestionToken, SyntaxKind.BarBarToken]

type Selects = {
  rowsOf: RowsOf
  /** Whether rows are looked for by a row of the statement around them. */
  linksTo: (rows: Rows, around: Own) => boolean
}

/** What conditions leave, however they are put together: of drizzle's functions, and of SQL. */
export class Conditions {
  readonly #known: Known
  readonly #selects: Selects
  readonly #sides: Sides

  constructor(known: Known, selects: Selects) {
    this.#known = known
    this.#selects = selects
    this.#sides = new Sides(known, selects.rowsOf)
  }

  #ofValue(value: Value, own: Own): Outcome {
    return eitherOf(this.#known.values.follow(value).map((one) => this.#ofPossible(one, own)))
  }

  #ofPossible(one: Possible, own: Own): Outcome {
    if ('absent' in one) return ABSENT
    if ('ruled' in one) return own.areRulesTaken ? NARROW : WIDE
    if ('open' in one) return openAt(one.open)
    const { node } = one
    if (isTaggedTemplateExpression(node))
      return eitherOf(this.#known.templates.waysOf(one).map((tokens) => this.ofTokens(tokens, own)))
    if (isBinaryExpression(node)) return this.#ofFallback(node, one, own)
    return isCallExpression(node) ? this.#ofCall(node, one, own) : WIDE
  }

  #ofFallback({ operatorToken, left, right }: BinaryExpression, { env }: Value, own: Own): Outcome {
    if (!FALLBACKS.includes(operatorToken.kind)) return WIDE
    return orElse(this.#ofValue({ node: left, env }, own), this.#ofValue({ node: right, env }, own))
  }

  /** A condition of drizzle's. */
  #ofCall(node: CallExpression, { env }: Value, own: Own): Outcome {
    if (!isIdentifier(node.expression)) return this.#ofJoined(node, { node, env }, own)
    const [first, second] = node.arguments.map((arg) => ({ node: arg, env }))
    const all = () => node.arguments.flatMap((arg) => this.#ofArgument({ node: arg, env }, own))
    const name = node.expression.text
    if (name === 'and') return allOf(all())
    if (name === 'or') return anyOf(all())
    if (name === 'exists' && first) return this.#ofExists(first, own)
    const isEquation = name === 'eq' || name === 'inArray'
    return isEquation && first && second
      ? equation(this.#sides.ofValue(first, own), this.#sides.ofValue(second, own), own)
      : WIDE
  }

  /** `sql.join(conditions, sql` and `)` */
  #ofJoined({ expression, arguments: args }: CallExpression, { env }: Value, own: Own): Outcome {
    const [list, between] = args
    const isJoin = isPropertyAccessExpression(expression) && expression.getText() === 'sql.join'
    if (!isJoin || !list || !between) return WIDE
    const [words] = this.#known.templates.waysOf({ node: between, env })
    return words?.length === 1 && isWord(words[0], 'and')
      ? allOf(this.#ofList({ node: list, env }, own))
      : WIDE
  }

  #ofArgument({ node, env }: Value, own: Own): Outcome[] {
    return isSpreadElement(node)
      ? this.#ofList({ node: node.expression, env }, own)
      : [this.#ofValue({ node, env }, own)]
  }

  /** Of a list that is put together as the program runs nobody knows whether one is in it. */
  #ofList(list: Value, own: Own): Outcome[] {
    const { values } = this.#known
    const [only, ...others] = values.follow(list)
    if (only && others.length === 0 && isValue(only) && isArrayLiteralExpression(only.node))
      return only.node.elements.flatMap((node) => this.#ofArgument({ node, env: only.env }, own))
    return [eitherOf([...values.elements(list).map((one) => this.#ofPossible(one, own)), ABSENT])]
  }

  /** That there is a row: one that is narrowed by itself, and looked for by this one. */
  #ofExists(rows: Rows, own: Own): Outcome {
    const outcome = this.#selects.rowsOf(rows, own)
    if (outcome && outcome.open.size > 0) return outcome
    return outcome && isNarrow(outcome) && this.#selects.linksTo(rows, own) ? outcome : WIDE
  }

  /** A condition in SQL. */
  ofTokens(all: readonly Token[], own: Own): Outcome {
    const tokens = withoutCases(all)
    if (tokens.length === 0) return ABSENT
    const choices = splitAt(tokens, 'or')
    if (choices.length > 1) return anyOf(choices.map((choice) => this.ofTokens(choice, own)))
    const conditions = splitAt(tokens, 'and')
    if (conditions.length > 1) return allOf(conditions.map((condition) => this.ofTokens(condition, own)))
    return this.#ofPredicate(tokens, own)
  }

  #ofPredicate(tokens: readonly Token[], own: Own): Outcome {
    const [first, second] = tokens
    if (first && !second) return this.#ofToken(first, own)
    if (isWord(first, 'exists') && second?.kind === 'group') return this.#ofExists(second.tokens, own)
    const place = tokens.findIndex(isEquals)
    const [left, right] = [tokens.slice(0, place), tokens.slice(place + 1)]
    if (place < 1 || left.some((token) => isWord(token, 'not'))) return WIDE
    return equation(this.#sides.ofTokens(left, own), this.#sides.ofTokens(right, own), own)
  }

  #ofToken(token: Token, own: Own): Outcome {
    if (token.kind === 'hole') return this.#ofValue(token.value, own)
    if (token.kind === 'group') return this.ofTokens(token.tokens, own)
    return isWord(token, 'false') ? NARROW : WIDE
  }
}

const isEquals = (token: Token): boolean =>
  (token.kind === 'mark' && token.text === '=') || isWord(token, 'in')
