import { z } from 'zod'

/** What a bot asks for, of the methods that are here (core.telegram.org/bots/api). */
export const Body = z.looseObject({
  chat_id: z.coerce.string().optional(),
  message_id: z.coerce.number().optional(),
  text: z.string().max(4_096).optional(),
  offset: z.coerce.number().optional(),
  timeout: z.coerce.number().optional(),
  latitude: z.coerce.number().optional(),
  longitude: z.coerce.number().optional(),
  horizontal_accuracy: z.coerce.number().max(1_500).optional(),
  reply_markup: z
    .object({
      inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string().max(64) }))),
    })
    .optional(),
})
export type Body = z.output<typeof Body>

export type Refusal = { code: number; description: string; retryAfter?: number }

export class Refused extends Error {
  readonly refusal: Refusal
  constructor(code: number, description: string) {
    super(description)
    this.refusal = { code, description }
  }
}
