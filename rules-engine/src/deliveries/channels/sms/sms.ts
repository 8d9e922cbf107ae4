import { isRightToLeft } from '@carewatch/contracts/languages'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Message, Sender } from '../channel.ts'
import { textOf } from '../../texts.ts'
import { partsOf } from '@carewatch/platform/messages/sms/parts'
import type { SmsProvider } from '@carewatch/platform/messages/sms/provider'

const ISOLATES = /[\u2066-\u2069]/g
/** What the GSM alphabet writes otherwise; one of them would make a text cost twice as many parts. */
const PLAIN = [
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/[\u2010-\u2014]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u202f]/g, ' '],
  [/\u00b0/g, ''],
] as const

/** In the alphabet of 160 letters a part where nothing but marks stands in the way; else as it is. */
function inFewerParts(text: string): string {
  const plain = PLAIN.reduce((all, [mark, instead]) => all.replaceAll(mark, instead), text)
  return partsOf(plain).isUnicode ? text : plain
}

type SmsContent = Pick<Message, 'title' | 'text' | 'language' | 'answers' | 'answerCode'>

/** Where it is read from left to right it carries no marks of direction. */
function written(text: string, { language, answers, answerCode }: SmsContent): string {
  const isAsked = answers !== null && answerCode !== null
  const all = isAsked ? textOf(language, 'message.replies', { message: text, code: answerCode }) : text
  return isRightToLeft(language) ? all : inFewerParts(all.replaceAll(ISOLATES, ''))
}

/** One short text: how grave it is and since when goes where it would cost another part, for the telephone shows when a text came. */
export function smsTextOf(message: SmsContent): string {
  const { title, text } = message
  const whole = written(`${title} (${text})`, message)
  const short = written(`${title}.`, message)
  return partsOf(short).count < partsOf(whole).count ? short : whole
}

export const smsSender = (provider: SmsProvider): Sender => ({
  channel: 'SMS',
  parts: (message) => partsOf(smsTextOf(message)).count,
  async send(message, signal) {
    const { uuid, phone } = message
    if (phone === null) throw new NotSent('noAddress', { isFinal: true })
    return { providerId: await provider({ id: uuid, to: phone, text: smsTextOf(message) }, signal) }
  },
  ...(provider.close && { close: provider.close }),
})
