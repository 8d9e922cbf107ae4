import { z } from 'zod'

export const smsProviders = ['twilio', 'vonage', 'smpp', 'webhook'] as const

/** The settings of the SMS provider, for whoever reads or passes on the environment. */
export const SmsSettings = z.object({
  SMS_PROVIDER: z.enum(smsProviders, { error: `takes ${smsProviders.join(', ')}` }).optional(),
  /** Whom a text is from: a number, or a name where the country allows it. */
  SMS_FROM: z.string().max(20, { error: 'takes a number or a name of at most 20 characters' }).optional(),
  /** Where the provider listens, in place of its public address. */
  SMS_API_URL: z.url({ protocol: /^https?$/, error: 'takes an http(s):// address' }).optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  VONAGE_API_KEY: z.string().optional(),
  VONAGE_API_SECRET: z.string().optional(),
  /** By which replies are known to be Vonage's; without it none is taken. */
  VONAGE_SIGNATURE_SECRET: z.string().optional(),
  SMPP_URL: z
    .url({ protocol: /^s?smpp$/, error: 'takes smpp://system:password@host:port, or ssmpp:// with TLS' })
    .optional(),
  SMS_WEBHOOK_TOKEN: z.string().optional(),
})
export type SmsSettings = z.output<typeof SmsSettings>

const needed: Record<(typeof smsProviders)[number], readonly (keyof SmsSettings)[]> = {
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'SMS_FROM'],
  vonage: ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'SMS_FROM'],
  smpp: ['SMPP_URL', 'SMS_FROM'],
  webhook: ['SMS_API_URL'],
}

/** The settings without which the chosen provider cannot work. */
export const missingSmsSettings = (settings: SmsSettings): (keyof SmsSettings)[] =>
  settings.SMS_PROVIDER ? needed[settings.SMS_PROVIDER].filter((name) => !settings[name]) : []
