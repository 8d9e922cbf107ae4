import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsSettings } from '@carewatch/contracts/sms'
import { z } from 'zod'
import type { Reply } from './reply.ts'

export type Posted = { body: unknown; headers: Record<string, string | string[] | undefined>; url: string }
/** The reply, if it is this provider's; nothing where anybody might have sent it. */
export type Known = (posted: Posted) => Reply | undefined

const Fields = z.record(z.string(), z.coerce.string().max(2_000))
const Short = z.string().max(2_000)

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
const headerOf = ({ headers }: Posted, name: string): string => String(headers[name] ?? '')

/** The address and the fields in the order of their names, signed with the account's token (twilio.com/docs/usage/webhooks/webhooks-security). */
const byTwilio =
  (token: string): Known =>
  (posted) => {
    const fields = Fields.safeParse(posted.body)
    if (!fields.success) return undefined
    const sorted = Object.entries(fields.data).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = posted.url + sorted.map(([name, value]) => name + value).join('')
    const signature = createHmac('sha1', token).update(text).digest('base64')
    if (!isSame(signature, headerOf(posted, 'x-twilio-signature'))) return undefined
    return { from: fields.data['From'] ?? '', text: fields.data['Body'] ?? '' }
  }

/** The fields in the order of their names, each after an ampersand, signed (developer.vonage.com/en/getting-started/concepts/signing-messages). */
const byVonage =
  (secret: string): Known =>
  ({ body }) => {
    const fields = Fields.safeParse(body)
    if (!fields.success) return undefined
    const { sig = '', ...rest } = fields.data
    const sorted = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = sorted.map(([name, value]) => `&${name}=${value.replaceAll(/[&=]/g, '_')}`).join('')
    const signature = createHmac('sha256', secret).update(text).digest('hex')
    if (!isSame(signature, sig.toLowerCase())) return undefined
    return { from: rest['msisdn'] ?? '', text: rest['text'] ?? '' }
  }

const Plain = z.object({ from: Short, text: Short })

/** Any gateway: `{ from, text }` with the bearer it is sent to with. */
const byWebhook =
  (token: string): Known =>
  (posted) => {
    const reply = Plain.safeParse(posted.body)
    return reply.success && isSame(`Bearer ${token}`, headerOf(posted, 'authorization'))
      ? reply.data
      : undefined
  }

/** How replies of the chosen provider are known; none, where it posts none or has no secret to be known by. */
export function knownOf(settings: SmsSettings): Known | undefined {
  const { SMS_PROVIDER: provider, TWILIO_AUTH_TOKEN, VONAGE_SIGNATURE_SECRET, SMS_WEBHOOK_TOKEN } = settings
  if (provider === 'twilio' && TWILIO_AUTH_TOKEN) return byTwilio(TWILIO_AUTH_TOKEN)
  if (provider === 'vonage' && VONAGE_SIGNATURE_SECRET) return byVonage(VONAGE_SIGNATURE_SECRET)
  if (provider === 'webhook' && SMS_WEBHOOK_TOKEN) return byWebhook(SMS_WEBHOOK_TOKEN)
  return undefined
}
