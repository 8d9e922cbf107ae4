import type pg from 'pg'
import type { Env } from '../../env.ts'
import type { Sender } from './channel.ts'
import { emailSender } from './email.ts'
import { pushSender } from './push.ts'
import { smsProviderOf } from './sms/providers.ts'
import { smsSender } from './sms/sms.ts'
import { telegramSender } from './telegram.ts'

/** The channels that are set up here, each behind its own file. */
export function createSenders(env: Env, pool: pg.Pool): Sender[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, SMTP_URL: url, MAIL_FROM: from } = env
  const senders: Sender[] = []
  if (publicKey && privateKey)
    senders.push(pushSender(pool, { subject: subjectOf(env.PUBLIC_URL), publicKey, privateKey }))
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl, PUBLIC_URL: publicUrl } = env
  if (token) senders.push(telegramSender({ token, apiUrl, publicUrl }))
  if (url) senders.push(emailSender({ url, from, publicUrl: env.PUBLIC_URL }))
  const sms = smsProviderOf(env)
  if (sms) senders.push(smsSender(sms))
  return senders
}

/** RFC 8292 wants an address of https or mail. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost'
