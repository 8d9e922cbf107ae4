import { z } from 'zod'
import { DeliveryReason } from './escalation.ts'
import { Instant, Uuid } from './wire.ts'

/** The text by which a watch is pointed to a server: sent by SMS to its own number. */
export const SetUpSms = z.object({
  /** `{password}`, `{host}` and `{port}` are filled in. */
  text: z.string(),
  /** The password it was made with. */
  usualPassword: z.string(),
  /** Whose watches are known to take it. */
  source: z.string(),
  /** It was tried on a watch by whoever wrote it down here. */
  isVerified: z.boolean(),
})
export type SetUpSms = z.output<typeof SetUpSms>

/** Nothing that would end the text, or begin another command. */
export const SetUpPassword = z
  .string()
  .regex(/^[A-Za-z\d]{1,20}$/, { error: 'setUpPassword' })
  .meta({ examples: ['123456'] })

/** No second one to the same watch within this time, nor more than so many a day: each costs, and none comes sooner by another. */
export const SET_UP_AGAIN_SECONDS = 120
export const SET_UP_A_DAY = 5

/** Why none can be sent, the first that holds: each is the key of a refusal. */
export const setUpGaps = [
  'setUpNoText',
  'setUpClosed',
  'setUpNoHost',
  'setUpNoNumber',
  'setUpNoChannel',
] as const
export type SetUpGap = (typeof setUpGaps)[number]

export const setUpStates = ['QUEUED', 'SENT', 'DELIVERED', 'FAILED'] as const
export type SetUpState = (typeof setUpStates)[number]

export const SetUpMessage = z
  .object({
    uuid: Uuid,
    /** `SENT`: the provider took it; `DELIVERED`: the provider said that it arrived. */
    state: z.enum(setUpStates),
    reason: DeliveryReason.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'SetUpMessage' })
export type SetUpMessage = z.output<typeof SetUpMessage>

type At = { host: string; port: number; password: string }

/** The text as it is sent. */
export const setUpText = ({ text }: Pick<SetUpSms, 'text'>, { host, port, password }: At): string =>
  text
    .replace('{password}', () => password)
    .replace('{host}', () => host)
    .replace('{port}', () => String(port))
