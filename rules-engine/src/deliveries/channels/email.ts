import { createTransport } from 'nodemailer'
import { intlLocale } from '@carewatch/contracts/languages'
import { layOut } from '@carewatch/contracts/messages/letter'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Message, Sender, Sent } from './channel.ts'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

type Post = { url: string; from: string; publicUrl: string }

/** A short letter: what happened and where to answer. */
export function emailSender({ url, from, publicUrl }: Post): Sender {
  const transport = createTransport({ url, pool: true, maxConnections: 4, ...TIMEOUTS }, { from })
  return {
    channel: 'EMAIL',
    async send(message: Message): Promise<Sent> {
      const { uuid, email, language, title, text, path, isUrgent } = message
      if (email === null) throw new NotSent('noAddress', { isFinal: true })
      const link = new URL(path, publicUrl).href
      try {
        const { messageId } = await transport.sendMail({
          to: { name: '', address: email },
          subject: title,
          ...layOut({ paragraphs: [{ headline: title }, { prose: text }, { link }] }, language),
          messageId: `<${uuid}@carewatch>`,
          priority: isUrgent ? 'high' : 'normal',
          headers: { 'Content-Language': intlLocale(language) },
        })
        return { providerId: messageId }
      } catch (error) {
        throw refusal(error)
      }
    },
    close: () => transport.close(),
  }
}

/** A mailbox that does not exist will not exist in two minutes either (RFC 5321, 4.2.1: 5yz is permanent). */
function refusal(error: unknown): NotSent {
  const { responseCode } = Object(error) as { responseCode?: number }
  if (responseCode === undefined) return new NotSent('unreachable')
  return new NotSent('refused', { isFinal: responseCode >= 500 && responseCode !== 535 })
}
