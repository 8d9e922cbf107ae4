import {
  type CallExpression,
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isTemplateSpan,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import type { Program } from './program.ts'
import { isFunction } from './syntax.ts'

const CONDITIONS = new Set(['eq', 'ne', 'inArray', 'notInArray', 'exists', 'notExists', 'and', 'or', 'not'])
const CLAUSES = new Set(['where', 'orderBy'])
/** In which part of a statement a text ends. */
const PARTS = /\b(select|from|join|where|on|set|order by|group by|having|returning)\b/g
const FILTERING = ['where', 'on', 'having']
/** Nobody hands rows on more often. */
const DEEPEST = 12

const every = <One>(list: readonly One[], isIt: (one: One) => boolean): boolean =>
  list.length > 0 && list.every(isIt)

const isPassedOn = (node: Node): boolean =>
  isParenthesizedExpression(node) ||
  isConditionalExpression(node) ||
  isBinaryExpression(node) ||
  isAwaitExpression(node)

/** Whether rows are only compared with: of a statement that is narrowed they leave less, and none of them is shown. */
export class Filters {
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
  }

  isFilter(node: Node, deep = 0): boolean {
    const { parent } = node
    if (deep > DEEPEST) return false
    const next = (use: Node): boolean => this.isFilter(use, deep + 1)
    if (isTemplateSpan(parent)) return this.#isFilterPart(node, parent.parent, deep + 1)
    if (isCallExpression(parent)) return parent.expression !== node && this.#isComparedBy(parent, node, next)
    if (isVariableDeclaration(parent)) return every(this.#program.usesOf(parent), next)
    if (isReturnStatement(parent) || isArrowFunction(parent)) return every(this.#callsOf(parent), next)
    return isPassedOn(parent) && next(parent)
  }

  #isComparedBy(
    { expression, arguments: args }: CallExpression,
    node: Node,
    next: (use: Node) => boolean,
  ): boolean {
    if (isPropertyAccessExpression(expression)) return CLAUSES.has(expression.name.text)
    if (!isIdentifier(expression)) return false
    if (CONDITIONS.has(expression.text)) return true
    const place = args.findIndex((arg) => arg === node)
    const parameter = this.#program.functionOf(expression)?.parameters[place]
    return parameter !== undefined && every(this.#program.usesOf(parameter), next)
  }

  /** By the words before it in the template that it is put into; a template that selects nothing is a condition itself. */
  #isFilterPart(node: Node, template: Node, deep: number): boolean {
    if (!isTemplateExpression(template) || !isTaggedTemplateExpression(template.parent)) return false
    const place = template.templateSpans.findIndex(({ expression }) => expression === node)
    const before = template.templateSpans.slice(0, place).map(({ literal }) => literal.text)
    const part = [template.head.text, ...before].join(' ').toLowerCase().match(PARTS)?.at(-1)
    return part === undefined ? this.isFilter(template.parent, deep) : FILTERING.includes(part)
  }

  #callsOf(answer: Node): readonly Node[] {
    let work = answer
    while (!isFunction(work)) work = work.parent
    const { calls, handedOn } = this.#program.callsOf(work)
    return handedOn.length > 0 ? [] : calls
  }
}
