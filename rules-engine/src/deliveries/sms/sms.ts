import { isRightToLeft } from '@carewatch/contracts/languages'
import { type Message, NotSent, type Sender } from '../channel.ts'
import type { SmsProvider } from './provider.ts'

const ISOLATES = /[\u2066-\u2069]/g

/** One short text. Where it is read from left to right it carries no marks of direction: one of them would make it cost twice as many parts. */
export const smsTextOf = ({
  title,
  text,
  language,
}: Pick<Message, 'title' | 'text' | 'language'>): string => {
  const all = `${title} (${text})`
  return isRightToLeft(language) ? all : all.replaceAll(ISOLATES, '')
}

export const smsSender = (provider: SmsProvider): Sender => ({
  channel: 'SMS',
  async send(message, signal) {
    const { uuid, phone } = message
    if (phone === null) throw new NotSent('noAddress', { isFinal: true })
    return { providerId: await provider({ id: uuid, to: phone, text: smsTextOf(message) }, signal) }
  },
})
