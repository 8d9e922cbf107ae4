import { isWord, type Token } from './tokens.ts'

/** A table, or what stands in its place, and by what it is joined. */
export type Source = { tokens: readonly Token[]; on: readonly Token[]; isOuter: boolean }
/** One select, update or delete: what it shows, of what, under which condition. */
export type Select = { shown: readonly Token[]; sources: readonly Source[]; where: readonly Token[] }

const BEGINS = ['select', 'update', 'delete']
const JOINS = ['join', 'left', 'right', 'inner', 'full', 'cross', 'natural']
const ENDS = [
  'where',
  'group',
  'order',
  'having',
  'limit',
  'offset',
  'for',
  'window',
  'returning',
  'fetch',
  'set',
]
const SETS = ['union', 'intersect', 'except']

export const isSelect = (tokens: readonly Token[]): boolean =>
  isWord(tokens[0], 'select', 'with', 'update') || (isWord(tokens[0], 'delete') && isWord(tokens[1], 'from'))

/** The selects on this level: one, or those of a union; what stands in brackets is not among them. */
export function selectsOf(tokens: readonly Token[]): Select[] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isWord(token, ...SETS)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.flatMap((part) => {
    const begin = part.findIndex((token) => isWord(token, ...BEGINS))
    return begin < 0 ? [] : [selectOf(part.slice(begin), part.slice(0, begin))]
  })
}

/** What stands before it (the selects of a `with`) is looked at as if it were shown. */
function selectOf(part: readonly Token[], before: readonly Token[]): Select {
  const from = fromOf(part)
  const sources = from < 0 ? [] : sourcesOf(part.slice(from))
  const where = part.findIndex((token) => isWord(token, 'where'))
  const after = where < 0 ? [] : part.slice(where + 1)
  const end = after.findIndex((token) => isWord(token, ...ENDS))
  return {
    shown: [...before, ...(from < 0 ? part.slice(1) : part.slice(1, from))],
    sources,
    where: end < 0 ? after : after.slice(0, end),
  }
}

/** Where its first table stands. */
function fromOf(part: readonly Token[]): number {
  if (isWord(part[0], 'update')) return 1
  const from = part.findIndex((token, place) => isWord(token, 'from') && !isDistinct(part, place))
  return from < 0 ? -1 : from + 1
}
const isDistinct = (part: readonly Token[], place: number): boolean => isWord(part[place - 1], 'distinct')

function sourcesOf(tokens: readonly Token[]): Source[] {
  const end = tokens.findIndex((token) => isWord(token, ...ENDS))
  const pieces: { tokens: Token[]; on: Token[]; isOuter: boolean }[] = [
    { tokens: [], on: [], isOuter: false },
  ]
  let isCondition = false
  for (const [place, token] of tokens.slice(0, end < 0 ? undefined : end).entries()) {
    const piece = pieces.at(-1)
    const isComma = token.kind === 'mark' && token.text === ','
    if (isComma || (isWord(token, ...JOINS) && !isWord(tokens[place - 1], ...JOINS))) {
      pieces.push({ tokens: [], on: [], isOuter: isWord(token, 'left', 'full', 'right') })
      isCondition = false
    } else if (isWord(token, 'on')) isCondition = true
    else if (!isWord(token, ...JOINS, 'outer', 'lateral', 'as', 'only'))
      (isCondition ? piece?.on : piece?.tokens)?.push(token)
  }
  return pieces
}
