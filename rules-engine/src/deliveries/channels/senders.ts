import type { Channel } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import type { Env } from '../../env.ts'
import type { Sender } from './channel.ts'
import { emailSender } from './email.ts'
import { pushSender } from './push.ts'
import { smsProviderOf } from '@carewatch/platform/messages/sms/providers'
import { smsSender } from './sms/sms.ts'
import { telegramSender } from './telegram.ts'

/** Screens are told over the broker; to every other way there is a sender, or none where it is not set up. Leave one out and this file stops compiling. */
const senderBy: Record<Exclude<Channel, 'IN_APP'>, (env: Env, pool: pg.Pool) => Sender | undefined> = {
  PUSH: ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUBLIC_URL }, pool) =>
    publicKey && privateKey
      ? pushSender(pool, { subject: subjectOf(PUBLIC_URL), publicKey, privateKey })
      : undefined,
  TELEGRAM: ({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl, PUBLIC_URL: publicUrl }) =>
    token ? telegramSender({ token, apiUrl, publicUrl }) : undefined,
  SMS: (env) => {
    const provider = smsProviderOf(env)
    return provider && smsSender(provider)
  },
  EMAIL: ({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl }) =>
    url ? emailSender({ url, from, publicUrl }) : undefined,
}

/** The channels that are set up here, each behind its own file. */
export const createSenders = (env: Env, pool: pg.Pool): Sender[] =>
  Object.values(senderBy).flatMap((make) => make(env, pool) ?? [])

/** RFC 8292 wants an address of https or mail. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost'
