import { z } from 'zod'
import { Instant } from '../wire.ts'

/** Four times four figures of its hash. */
export const FileNumber = z
  .string({ error: 'is required' })
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-F]{4}(-[0-9A-F]{4}){3}$/)
  .meta({ examples: ['5F1C-09AB-33DE-7710'] })

export const IssuedFile = z
  .object({
    number: z.string(),
    /** SHA-256 of the file's canonical JSON (RFC 8785), in hexadecimal figures. */
    hash: z.string(),
    issuedAt: Instant,
    issuedBy: z.string().nullable(),
    /** Some of the incident was open then, the time of a pack was not over. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'IssuedFile' })
export type IssuedFile = z.output<typeof IssuedFile>

/** What a check finds. `REDACTED`: somebody who stood in it was erased since; number and hash are those that were issued. */
export const fileFindings = ['UNCHANGED', 'NOT_AS_ISSUED', 'REDACTED'] as const
export type FileFinding = (typeof fileFindings)[number]
