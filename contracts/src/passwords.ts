import { z } from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN } from './numbers.ts'

const required = { error: 'is required' }

/** A password somebody has. */
export const KnownPassword = z.string(required).min(1, required).max(PASSWORD_MAX)

/** A password as somebody chooses one; the installation may ask for more. */
export const NewPassword = z
  .string(required)
  .min(1, required)
  .min(PASSWORD_MIN, { error: 'password' })
  .max(PASSWORD_MAX)

/** How hard a password is to guess: 0 at once, 4 very hard. */
export const Strength = z
  .object({ score: z.int().min(0).max(4), isCommon: z.boolean(), warning: z.string().optional() })
  .meta({ id: 'Strength' })
export type Strength = z.output<typeof Strength>
