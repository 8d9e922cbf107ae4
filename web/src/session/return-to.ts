import { z } from 'zod'

/** Where somebody wanted to go before they were asked who they are: a place of ours, never `//elsewhere`. */
export const ReturnTo = z.object({
  returnTo: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional()
    .catch(undefined),
})
