import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast'
import type { Columns } from './columns.ts'
import type { Select, Source } from './selects.ts'
import type { Token } from './tokens.ts'
import { isValue, type Value } from './possible.ts'
import type { Values } from './values.ts'

type Clause = { method: string; args: readonly Value[] }
/** What drizzle's builder was asked for, from its beginning on. */
export type Chain = readonly Clause[]

const STARTS = ['select', 'selectDistinct', 'selectDistinctOn', 'update', 'delete', '$count']
const TABLES = ['from', 'update', 'delete', '$count']
const JOIN = /^(inner|left|right|full|cross)Join/
const OUTER = ['left', 'right', 'full']

/** The builder that an expression is, read back to its beginning. */
export function chainOf({ node, env }: Value, values: Values, columns: Columns): Chain | undefined {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined
  const { expression, name } = node.expression
  const args = node.arguments.map((arg) => ({ node: arg, env }))
  const clause = { method: name.text, args }
  if (STARTS.includes(name.text)) return [clause]
  const [before] = values
    .follow({ node: expression, env })
    .map((one) => (isValue(one) ? chainOf(one, values, columns) : undefined))
  if (before) return [...before, clause]
  // Begun where nobody can see it.
  const table = name.text === 'from' && args[0] ? columns.tableOf(args[0]) : undefined
  return table && 'table' in table ? [clause] : undefined
}

const hole = (value: Value | undefined): Token[] => (value ? [{ kind: 'hole', value }] : [])

/** A builder as a statement of SQL. */
export const selectOfChain = (chain: Chain): Select => ({
  shown: chain.flatMap(({ method, args: [first, second] }) => {
    if (method === 'selectDistinctOn') return hole(second)
    return method.startsWith('select') || method === 'returning' ? hole(first) : []
  }),
  sources: chain.flatMap(({ method, args: [first, second] }): Source[] => {
    if (TABLES.includes(method)) return [{ tokens: hole(first), on: [], isOuter: false }]
    const [, kind] = JOIN.exec(method) ?? []
    return kind ? [{ tokens: hole(first), on: hole(second), isOuter: OUTER.includes(kind) }] : []
  }),
  where: chain.flatMap(({ method, args: [first, second] }) =>
    method === 'where' ? hole(first) : method === '$count' ? hole(second) : [],
  ),
})

export const hasCondition = (chain: Chain): boolean => chain.some(({ method }) => method === 'where')
