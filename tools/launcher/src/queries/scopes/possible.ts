import type { Node } from 'typescript/unstable/ast'

/** What the parameters of the functions around an expression are given. */
export type Env = ReadonlyMap<Node, Value | undefined>
export type Value = { node: Node; env: Env }
/** What an expression may be: something written down, nothing, the answer of a rule of who sees what, or a name that only the callers of its function know. */
export type Possible = Value | { absent: true } | { open: Node } | { ruled: true }
/** Nothing of it where it cannot be read. */
export type Read = Possible[] | undefined

export const NO_ENV: Env = new Map()
export const valueOf = (node: Node): Value => ({ node, env: NO_ENV })
export const isValue = (possible: Possible): possible is Value => 'node' in possible
export const ABSENT: Possible = { absent: true }
export const isThere = (one: Possible): boolean => !('absent' in one)
/** All of them, or nothing where one cannot be read. */
export function together(reads: readonly Read[]): Read {
  const found = reads.flatMap((one) => one ?? [])
  return reads.length > 0 && reads.every((one) => one !== undefined) ? found : undefined
}
