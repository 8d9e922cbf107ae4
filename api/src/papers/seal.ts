import { createHash } from 'node:crypto'
import { canonical, type Json } from '@carewatch/contracts/canonical'
import { z } from 'zod'

/** As it is kept: one text for one paper. */
export const textOf = <Schema extends z.ZodType>(schema: Schema, paper: z.output<Schema>): string =>
  // Safe: what a schema encodes goes over the wire as JSON.
  canonical(z.encode(schema, paper) as Json)

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const GROUPS = /.{4}/g
const FIGURES = 16

/** The first figures of a hash, as they are printed. */
export const numberOf = (hash: Buffer): string =>
  hash.toString('hex').slice(0, FIGURES).toUpperCase().match(GROUPS)?.join('-') ?? ''

/** What was kept; undefined: a version that wrote it otherwise. */
export function paperOf<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  return schema.safeParse(JSON.parse(text)).data
}
