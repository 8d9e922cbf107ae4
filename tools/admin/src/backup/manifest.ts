import { z } from 'zod'

/** Raised when an older program could not read what a newer one wrote. */
export const FORMAT = 1

/** The first entry of a backup: which shape of the database it holds. */
export const Manifest = z.object({
  product: z.literal('carewatch'),
  format: z.literal(FORMAT),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Manifest = z.output<typeof Manifest>
export type Table = Manifest['tables'][number]

/** The last entry: without it, and without agreeing with it, a backup is not whole. */
export const Ending = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** Sequence → the next number it gives. */
  sequences: z.record(z.string(), z.string()),
})
export type Ending = z.output<typeof Ending>

export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets.json'
export const ENDING = 'end.json'
export const chunkName = (table: string, index: number): string =>
  `tables/${table}/${String(index).padStart(6, '0')}.copy`

/** Which table an entry holds a piece of; nothing for every other entry. */
export const tableOfChunk = (entry: string): string | undefined =>
  /^tables\/(\w+)\/\d+\.copy$/.exec(entry)?.[1]
