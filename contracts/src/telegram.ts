import { z } from 'zod'
import { Uuid } from './wire.ts'

/** The settings of the Telegram bot, for whoever reads or passes on the environment. */
export const TelegramSettings = z.object({
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[\w-]{1,100}$/, { error: 'takes the token that @BotFather gave, digits:letters' })
    .optional(),
  /** Where the Bot API listens, in place of Telegram's own address. */
  TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/, error: 'takes an http(s):// address' })
    .default('https://api.telegram.org'),
})
export type TelegramSettings = z.output<typeof TelegramSettings>

/** What a person says by a button under a message, or as a digit in a text. */
export const answers = ['take', 'falseAlarm'] as const
export const Answer = z.enum(answers)
export type Answer = z.output<typeof Answer>

/** What a button carries: the answer, and the message it stands under. Telegram takes 64 bytes. */
export const buttonData = (answer: Answer, deliveryUuid: string): string => `${answer}:${deliveryUuid}`

const ButtonData = z.tuple([Answer, Uuid])

export function readButton(data: string): { answer: Answer; deliveryUuid: string } | undefined {
  const read = ButtonData.safeParse(data.split(':'))
  return read.success ? { answer: read.data[0], deliveryUuid: read.data[1] } : undefined
}
