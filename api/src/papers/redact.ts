import { canonical, type Json } from '@carewatch/contracts/canonical'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import type { Db } from '@carewatch/platform/database/client'
import { arrayOverlaps, asc, eq, sql } from 'drizzle-orm'
import { GONE } from './gone.ts'
import { isAmong } from '../http/among.ts'

type Gone = ReadonlySet<string>
type Named = { readonly [name: string]: Json | undefined }

const isNamed = (value: Json | undefined): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isGone = (value: Json | undefined, gone: Gone): boolean =>
  isNamed(value) && typeof value['uuid'] === 'string' && gone.has(value['uuid'])

/** A row that is about one of them alone goes; of one that counts it stays that it was, and not of whom. */
function without(value: Json, gone: Gone): Json {
  if (Array.isArray(value))
    return value
      .filter((row: Json) => !(isNamed(row) && isGone(row['wearer'], gone)))
      .map((row: Json) => without(row, gone))
  if (!isNamed(value)) return value
  const fields = Object.entries(value).map(([name, of]) => [
    name,
    of === undefined || isGone(of, gone) ? null : without(of, gone),
  ])
  // Safe: the fields of what was there.
  return Object.fromEntries(fields) as Json
}

/** A name of one letter would take that letter out of everything. */
const SHORTEST_NAME = 2
const WORDS = /[^\p{L}\p{M}'’-]+/u
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Any of these as words; in others' scripts too, which the database does not know as such. */
function anyOf(names: readonly string[]): RegExp | null {
  const words = [...new Set(names)].filter((name) => name.length >= SHORTEST_NAME).map(literally)
  return words.length === 0
    ? null
    : new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${words.join('|')})(?![\p{L}\p{M}\p{N}])`, 'giu')
}

/** As a paper calls them, whatever they were called later. */
function printedOf(value: Json, gone: Gone): string[] {
  if (Array.isArray(value)) return value.flatMap((row: Json) => printedOf(row, gone))
  if (!isNamed(value)) return []
  if (isGone(value, gone)) return typeof value['name'] === 'string' ? [value['name']] : []
  return Object.values(value).flatMap((of) => (of === undefined ? [] : printedOf(of, gone)))
}

type Patterns = { whole: RegExp | null; any: RegExp | null }
type Where = { name: string; isOfNobody: boolean }

/** What somebody wrote of nobody in particular, and what a place is called: there a first name alone may be theirs. */
function wordsFor({ whole, any }: Patterns, { name, isOfNobody }: Where): RegExp | null {
  const isWritten = ['title', 'reason', 'note'].includes(name)
  if (name === 'place' || (isOfNobody && (isWritten || name === 'name'))) return any
  return isWritten ? whole : null
}

/** Takes names out of what was written and of what places are called; of rows about others the whole name alone. */
function withoutNames(value: Json, words: Patterns, of: Where = { name: '', isOfNobody: false }): Json {
  const found = wordsFor(words, of)
  if (typeof value === 'string') return found ? value.replaceAll(found, GONE) : value
  if (Array.isArray(value)) return value.map((row: Json) => withoutNames(row, words, of))
  if (!isNamed(value)) return value
  const isPaper = of.name === ''
  const fields = Object.entries(value).map(([name, field]) => {
    const isOfNobody = of.isOfNobody || (isPaper && (name === 'places' || name === 'tasks'))
    return [name, field === undefined ? null : withoutNames(field, words, { name, isOfNobody })]
  })
  // Safe: the fields of what was there.
  return Object.fromEntries(fields) as Json
}

type Erased = { id: number; uuid: string; firstName: string; lastName: string }

function redacted(text: string, erased: readonly Erased[]): string {
  // Safe: what is kept was written as JSON.
  const paper = JSON.parse(text) as Json
  const gone = new Set(erased.map(({ uuid }) => uuid))
  const known = erased.flatMap(({ firstName, lastName }) =>
    lastName ? [`${firstName} ${lastName}`, `${lastName} ${firstName}`] : [firstName],
  )
  const names = [...known, ...printedOf(paper, gone)]
  const parts = names.flatMap((name) => name.split(WORDS))
  const words = { whole: anyOf(names), any: anyOf([...names, ...parts]) }
  return canonical(withoutNames(without(paper, gone), words))
}

/** Takes people out of every paper of a branch that names them: what it holds of others stays, and it says that it is no longer as it was. */
export async function redactPapers(tx: Db, erased: readonly Erased[]): Promise<void> {
  const ids = erased.map(({ id }) => id)
  // unscoped: whoever is erased is erased from every paper that names them
  const found = await tx
    .select({ id: branchPapers.id })
    .from(branchPapers)
    .where(arrayOverlaps(branchPapers.wearerIds, ids))
    .orderBy(asc(branchPapers.id))
  for (const { id } of found) {
    const [paper] = await tx
      .select({ content: branchPapers.content })
      .from(branchPapers)
      .where(isAmong(branchPapers.id, [id]))
      .for('update')
    if (!paper) continue
    await tx
      .update(branchPapers)
      .set({ content: redacted(paper.content, erased), redactedAt: sql`now()` })
      .where(eq(branchPapers.id, id))
  }
}
