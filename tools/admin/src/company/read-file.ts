import { createHash, type Hash } from 'node:crypto'
import { isEncrypted } from '../backup/encryption.ts'
import { type Entries, type Entry, entriesOf } from '../backup/entries.ts'
import { ENDING, MANIFEST, tableOfChunk } from '../backup/manifest.ts'
import { CompanyEnding, Manifest, Sealed, SEALED } from './manifest.ts'

export type Opened = { file: string; passphrase: string }
export type Content = { manifest: Manifest; sealed: Sealed; ending: CompanyEnding }

const CLOSED = 'This passphrase does not open the file, or its beginning is damaged.'
export const DAMAGED = 'The file is damaged or cut short: nothing of it was taken.'

async function* orRefused(entries: Entries): Entries {
  try {
    yield* entries
  } catch (cause) {
    const isClosed = cause instanceof Error && cause.message.startsWith('This key or passphrase')
    throw new Error(isClosed ? CLOSED : DAMAGED, { cause })
  }
}

/** What a file holds after its manifest, one piece after the other. */
async function begin({ file, passphrase }: Opened): Promise<{ manifest: Manifest; entries: Entries }> {
  if (!(await isEncrypted(file)))
    throw new Error('This is not the file of a company: those are always encrypted.')
  const entries = orRefused(entriesOf(file, { passphrase }))
  const { value } = await entries.next()
  const parsed =
    value?.name === MANIFEST ? Manifest.safeParse(JSON.parse(value.content.toString())) : undefined
  if (parsed?.success) return { manifest: parsed.data, entries }
  await entries.return()
  throw new Error('This is not the file of a company, or a newer version made it.')
}

type Sum = { hash: Hash; rows: number }
const LINE = 0x0a

function count(content: Buffer): number {
  let lines = 0
  for (let at = content.indexOf(LINE); at >= 0; at = content.indexOf(LINE, at + 1)) lines += 1
  return lines
}

function compare({ tables }: CompanyEnding, sums: ReadonlyMap<string, Sum>): void {
  for (const [name, { hash, rows }] of sums) {
    const stated = tables[name]
    if (stated?.rows !== rows || stated.sha256 !== hash.digest('hex')) throw new Error(DAMAGED)
  }
}

/** Reads all of a file and throws where it is not whole, before anything of it is taken. */
export async function checkFile(opened: Opened): Promise<Content> {
  const { manifest, entries } = await begin(opened)
  const sums = new Map(manifest.tables.map(({ name }) => [name, { hash: createHash('sha256'), rows: 0 }]))
  let sealed: Sealed | undefined
  let ending: CompanyEnding | undefined
  for await (const { name, content } of entries) {
    const sum = sums.get(tableOfChunk(name) ?? '')
    if (sum) {
      sum.hash.update(content)
      sum.rows += count(content)
    } else if (name === SEALED) sealed = Sealed.parse(JSON.parse(content.toString()))
    else if (name === ENDING) ending = CompanyEnding.parse(JSON.parse(content.toString()))
    else throw new Error(DAMAGED)
  }
  if (!sealed || !ending) throw new Error(DAMAGED)
  compare(ending, sums)
  return { manifest, sealed, ending }
}

export type Piece = { table: string; content: Buffer }

/** The rows of a file that was checked, in the order in which they were written. */
export async function* piecesOf(opened: Opened): AsyncGenerator<Piece, void> {
  const { entries } = await begin(opened)
  for await (const { name, content } of entries satisfies AsyncIterable<Entry>) {
    const table = tableOfChunk(name)
    if (table !== undefined) yield { table, content }
  }
}
