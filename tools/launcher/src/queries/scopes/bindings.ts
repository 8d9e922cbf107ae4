import {
  isArrowFunction,
  isCallExpression,
  isElementAccessExpression,
  isPropertyAccessExpression,
  isSpreadElement,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import type { Program } from './program.ts'
import { stripped, type Work } from './syntax.ts'
import { type Env, isValue, type Possible, valueOf } from './possible.ts'
import type { Values } from './values.ts'

/** One way in which names are given their values, and by whom, where somebody hands them over. */
export type Binding = { by?: Node; values: Env }

const OF_EACH = new Set(['map', 'flatMap', 'filter', 'forEach', 'some', 'every', 'find'])

/** The list that a function is called for each of: `list.map((one) => …)`. */
function eachOf(work: Node): Node | undefined {
  const call = work.parent
  if (!isArrowFunction(work) || !isCallExpression(call) || call.arguments[0] !== work) return undefined
  const { expression } = call
  const isEach = isPropertyAccessExpression(expression) && OF_EACH.has(expression.name.text)
  return isEach ? expression.expression : undefined
}

/** What a rule answers is narrow, and needs no look; what cannot be read is what it is. */
const oneEach = (name: Node, found: readonly Possible[]): Binding[] =>
  found.flatMap((one) => {
    if ('ruled' in one) return []
    const value = isValue(one) ? one : 'absent' in one ? undefined : valueOf(name)
    return [{ values: new Map([[name, value]]) }]
  })

/** Under what a name may be given: one for each call of its function, or each value that it is chosen from. */
export function bindingsOf(open: Node, values: Values, program: Program): Binding[] {
  if (isVariableDeclaration(open)) {
    const from = open.initializer && stripped(open.initializer)
    const isEntry = from && isElementAccessExpression(from)
    return isEntry ? oneEach(open, values.anyProperty(valueOf(from.expression)) ?? []) : []
  }
  const list = eachOf(open.parent)
  return list ? oneEach(open, values.elements(valueOf(list))) : ofCalls(open.parent, program)
}

function ofCalls(work: Node, program: Program): Binding[] {
  // Safe: a parameter's parent is its function.
  const { parameters } = work as Work
  const { calls, handedOn } = program.callsOf(work)
  const givenBy = (args: readonly Node[]): Env =>
    new Map(parameters.map((parameter, place) => [parameter, args[place] && valueOf(args[place])]))
  // Nobody can tell what is given where others call it: it is what it is.
  const unknown: Env = new Map(parameters.map((parameter) => [parameter, valueOf(parameter)]))
  return [
    ...calls.map((call) => ({
      by: call,
      values: call.arguments.some(isSpreadElement) ? unknown : givenBy(call.arguments),
    })),
    ...handedOn.map((by) => ({ by, values: unknown })),
    ...(calls.length === 0 && handedOn.length === 0 ? [{ values: unknown }] : []),
  ]
}
