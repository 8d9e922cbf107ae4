import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import { encrypted, type Lock } from './encryption.ts'
import { chunkName, type Ending } from './manifest.ts'

/** As much of a table is held in memory at once. */
const CHUNK_BYTES = 4 * 1024 * 1024
const END_OF_ROW = 0x0a

/**
 * Writes one file (tar in zstd, encrypted where there is a lock, mode 0600).
 * It takes its name when it is whole and on the disk; answers how many bytes it has beside what the work answers.
 */
export async function writeArchive<Result extends object>(
  file: string,
  lock: Lock | undefined,
  work: (archive: Pack) => Promise<Result>,
): Promise<Result & { bytes: number }> {
  const part = `${file}.part`
  // What one that was cut off left there keeps its own mode, whatever that is.
  const left = await lstat(part).catch(() => undefined)
  if (left?.isFile()) await rm(part)
  const archive = pack()
  const written = pipeline(
    archive,
    createZstdCompress(),
    (source: AsyncIterable<Buffer>) => encrypted(source, lock),
    createWriteStream(part, { mode: 0o600, flags: 'w' }),
  )
  written.catch((error: Error) => archive.destroy(error))
  archive.on('error', () => {})
  try {
    const done = work(archive).then((result) => {
      archive.finalize()
      return result
    })
    // Whichever fails first says why: the disk, or the database.
    const [result] = await Promise.all([done, written])
    const bytes = await settleOnDisk(part)
    await rename(part, file)
    return { ...result, bytes }
  } catch (error) {
    archive.destroy()
    await rm(part, { force: true })
    throw error
  }
}

/** Whatever the database is set to: what every other reads as the same moment and the same figure. For the transaction of the caller. */
export const PLAINLY = `
set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1; set local bytea_output = 'hex'`

/** What a query answers, in pieces of whole rows. */
export async function writeRows(
  client: pg.Client,
  archive: Pack,
  { name, query }: { name: string; query: string },
): Promise<Ending['tables'][string]> {
  const stream = client.query(copyTo(`copy (${query}) to stdout`))
  const hash = createHash('sha256')
  let pieces: Buffer[] = []
  let held = 0
  let index = 0
  const flush = async (content: Buffer): Promise<void> => {
    if (content.length > 0) await add(archive, chunkName(name, ++index), content)
  }
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece)
    pieces.push(piece)
    held += piece.length
    if (held < CHUNK_BYTES) continue
    const all = Buffer.concat(pieces)
    // A line end within a value is written as two signs.
    const end = all.lastIndexOf(END_OF_ROW) + 1
    await flush(all.subarray(0, end))
    pieces = [all.subarray(end)]
    held = all.length - end
  }
  await flush(Buffer.concat(pieces))
  return { rows: stream.rowCount, sha256: hash.digest('hex') }
}

export const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

/** Resolves when the archive has taken it: the disk sets the pace. */
export const add = (archive: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = archive.entry({ name, mode: 0o600 }, content, (error) =>
      error ? reject(error) : resolve(),
    )
    // An archive that breaks off breaks off its entry too, with a word of its own.
    entry.on('error', reject)
  })

async function settleOnDisk(file: string): Promise<number> {
  const handle = await open(file)
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
