import { isTaggedTemplateExpression, isTemplateExpression, type Node } from 'typescript/unstable/ast'
import { isValue, type Value } from './possible.ts'
import type { Values } from './values.ts'

/** What SQL is made of: words, marks, brackets with what is in them, and the expressions of a program between them. */
export type Token =
  | { kind: 'word'; text: string }
  | { kind: 'mark'; text: string }
  | { kind: 'text' }
  | { kind: 'group'; tokens: readonly Token[] }
  | { kind: 'hole'; value: Value }

const PART =
  /'(?:[^']|'')*'|"[^"]*"|\$\d+|::\s*[a-z_0-9]+(?:\[\])?|[a-z_][\w.]*|\d+(?:\.\d+)?|<>|<=|>=|!=|\|\||[()]|\S/gi

const known = new Map<string, readonly Token[]>()

/** The parts of a text, brackets still unmatched. */
function partsOf(text: string): readonly Token[] {
  const before = known.get(text)
  if (before) return before
  const parts = split(text)
  known.set(text, parts)
  return parts
}

function split(text: string): Token[] {
  return (text.match(PART) ?? []).flatMap((part): Token[] => {
    if (part.startsWith('::')) return []
    if (part.startsWith("'")) return [{ kind: 'text' }]
    if (part.startsWith('"')) return [{ kind: 'word', text: part }]
    return [/^[a-z_]/i.test(part) ? { kind: 'word', text: part.toLowerCase() } : { kind: 'mark', text: part }]
  })
}

function grouped(parts: readonly Token[]): Token[] {
  const levels: Token[][] = [[]]
  for (const part of parts) {
    const isMark = part.kind === 'mark'
    if (isMark && part.text === '(') levels.push([])
    else if (isMark && part.text === ')' && levels.length > 1) {
      const tokens = levels.pop() ?? []
      levels.at(-1)?.push({ kind: 'group', tokens })
    } else levels.at(-1)?.push(part)
  }
  return levels.flat()
}

export const tokensOfText = (text: string): Token[] => grouped(partsOf(text))

export const isWord = (token: Token | undefined, ...words: string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text)

/** The words between `case` and its `end` decide nothing by themselves. */
export function withoutCases(tokens: readonly Token[]): Token[] {
  let depth = 0
  return tokens.flatMap((token): Token[] => {
    if (isWord(token, 'case')) depth += 1
    if (depth === 0) return [token]
    if (isWord(token, 'end')) depth -= 1
    return depth === 0 ? [{ kind: 'text' }] : []
  })
}

/** Splits at a word; the `and` of a `between` is none. */
export function splitAt(tokens: readonly Token[], word: string): Token[][] {
  const parts: Token[][] = [[]]
  let isBetween = false
  for (const token of tokens) {
    const isSplit = isWord(token, word) && !(isBetween && word === 'and')
    if (isWord(token, 'between')) isBetween = true
    else if (isWord(token, 'and')) isBetween = false
    if (isSplit) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** More ways in which a text may be put together than any of ours has: beyond, what is chosen stays unread. */
const MOST = 64

/** Every text that a template may become, with whatever templates are put into it. */
export class Templates {
  /** Those that were read, by themselves or as a part of another. */
  readonly seen = new Set<Node>()
  readonly #values: Values

  constructor(values: Values) {
    this.#values = values
  }

  waysOf(value: Value): Token[][] {
    return this.#partsOf(value).map(grouped)
  }

  #partsOf({ node, env }: Value): (readonly Token[])[] {
    if (!isTaggedTemplateExpression(node)) return []
    this.seen.add(node)
    const { template } = node
    if (!isTemplateExpression(template)) return [partsOf(template.text)]
    let ways: (readonly Token[])[] = [partsOf(template.head.text)]
    for (const { expression, literal } of template.templateSpans) {
      const hole: Token = { kind: 'hole', value: { node: expression, env } }
      const inner = this.#waysOfHole({ node: expression, env })
      const filled = ways.length * inner.length <= MOST ? inner : [[hole]]
      const after = partsOf(literal.text)
      ways = ways.flatMap((way) => filled.map((part) => [...way, ...part, ...after]))
    }
    return ways
  }

  #waysOfHole(value: Value): (readonly Token[])[] {
    const hole: Token = { kind: 'hole', value }
    const possible = this.#values.follow(value)
    if (!possible.some((one) => isValue(one) && isTaggedTemplateExpression(one.node))) return [[hole]]
    return possible.flatMap((one): (readonly Token[])[] => {
      if (!isValue(one)) return 'absent' in one ? [[]] : [[hole]]
      return isTaggedTemplateExpression(one.node) ? this.#partsOf(one) : [[{ kind: 'hole', value: one }]]
    })
  }
}
