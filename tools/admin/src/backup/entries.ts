import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Key, readOpened } from './encryption.ts'
import { MANIFEST, Manifest } from './manifest.ts'

export type Entry = { name: string; content: Buffer }
export type Entries = AsyncGenerator<Entry, void>

/** What a backup holds, one piece after the other; throws where it is damaged, or cannot be opened. */
export async function* entriesOf(file: string, key?: Key): Entries {
  const archive = extract()
  const read = pipeline(await readOpened(file, key), createZstdDecompress(), archive)
  read.catch(() => {})
  try {
    for await (const entry of archive) yield { name: entry.header.name, content: await buffer(entry) }
    await read
  } catch (cause) {
    throw new Error('This backup is damaged or cut short.', { cause })
  }
}

/** The first piece, which says of what the rest is made. What cannot be opened says so itself; anything else is no backup. */
export async function readManifest(entries: Entries): Promise<Manifest> {
  const first = await entries.next().catch((error: Error) => {
    if (error.cause === undefined || !error.message.includes('damaged or cut')) throw error
  })
  if (!first || first.done || first.value.name !== MANIFEST)
    throw new Error('This file is not a backup of Carewatch.')
  return Manifest.parse(JSON.parse(first.value.content.toString()))
}
