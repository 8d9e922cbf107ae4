import { z } from 'zod'
import { Ending } from '../backup/manifest.ts'

/** Raised when an older program could not read what a newer one wrote. */
export const FORMAT = 1

/** A model of watches, and by which format it speaks. */
const Model = z.object({ name: z.string(), format: z.string(), hasSleep: z.boolean() })
export type Model = z.output<typeof Model>

/** The first piece of the file of a company. */
export const Manifest = z.object({
  product: z.literal('carewatch company'),
  format: z.literal(FORMAT),
  madeAt: z.string(),
  company: z.object({ uuid: z.uuid(), name: z.string(), code: z.string() }),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** What its watches are: a new installation may not know their models. */
  models: z.array(Model),
})
export type Manifest = z.output<typeof Manifest>

/** What is locked in an installation goes opened, within what is encrypted. */
export const Sealed = z.array(
  z.object({ table: z.string(), column: z.string(), uuid: z.string(), text: z.string() }),
)
export type Sealed = z.output<typeof Sealed>
export const SEALED = 'sealed.json'

/** The last piece. `audit`: the end of the chain over the rows of the audit log, and that of the whole log of the old installation. */
export const CompanyEnding = Ending.pick({ tables: true }).extend({
  audit: z.object({ rows: z.number(), end: z.string(), whole: z.string() }),
})
export type CompanyEnding = z.output<typeof CompanyEnding>
