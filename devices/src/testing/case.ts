import { z } from 'zod'

/** A recorded message and what it means, in neutral names. */
export const Case = z.looseObject({
  id: z.string(),
  kind: z.string().default(''),
  direction: z.enum(['from-device', 'to-device']).default('from-device'),
  transport: z.string().optional(),
  topic: z.string().nullish(),
  encoding: z.string(),
  message: z.unknown(),
  bind_key: z.string().optional(),
  mac: z.string().optional(),
  expected: z.record(z.string(), z.unknown()),
})
export type Case = z.output<typeof Case>

export const CaseFile = z.looseObject({ format: z.string(), cases: z.array(Case) })

/** The bytes of a message as they are on the wire. */
export function bytesOf({ encoding, message }: Pick<Case, 'encoding' | 'message'>): Uint8Array {
  if (encoding === 'json') return Buffer.from(JSON.stringify(message))
  const text = String(message)
  return encoding === 'hex' ? Buffer.from(text, 'hex') : Buffer.from(text, 'latin1')
}
