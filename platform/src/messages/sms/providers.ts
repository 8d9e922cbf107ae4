import type { SmsSettings } from '@carewatch/contracts/sms'
import type { SmsProvider } from './provider.ts'
import { smppProvider } from './smpp.ts'
import { twilioProvider } from './twilio.ts'
import { vonageProvider } from './vonage.ts'
import { webhookProvider } from './webhook.ts'

/** The provider of these settings, which are complete (contracts/sms.ts); none where none is chosen. `givesLineBack`: of a message centre (smpp.ts). */
export function smsProviderOf(env: SmsSettings, { givesLineBack = false } = {}): SmsProvider | undefined {
  const { SMS_PROVIDER, SMS_API_URL: url, SMS_FROM: from = '' } = env
  const { TWILIO_ACCOUNT_SID: sid = '', TWILIO_AUTH_TOKEN: token = '' } = env
  const { VONAGE_API_KEY: key = '', VONAGE_API_SECRET: secret = '' } = env
  switch (SMS_PROVIDER) {
    case 'twilio':
      return twilioProvider({ url: url ?? 'https://api.twilio.com', sid, token, from })
    case 'vonage':
      return vonageProvider({ url: url ?? 'https://rest.nexmo.com', key, secret, from })
    case 'smpp':
      return smppProvider({ url: env.SMPP_URL ?? '', from, givesLineBack })
    case 'webhook':
      return webhookProvider({ url: url ?? '', token: env.SMS_WEBHOOK_TOKEN })
    case undefined:
      return undefined
  }
}
