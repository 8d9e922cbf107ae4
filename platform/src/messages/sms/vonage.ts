import { z } from 'zod'
import { NotSent } from '../not-sent.ts'
import { partsOf } from './parts.ts'
import { ask, type SmsProvider } from './provider.ts'

const Answer = z.object({
  messages: z.array(z.object({ status: z.string(), 'message-id': z.string().max(200).optional() })).min(1),
})
/** Throttled, internal error, gateway quota: another try may go (https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms). */
const PASSING = new Set(['1', '5', '10'])

type Account = { url: string; key: string; secret: string; from: string }

/** Vonage's SMS API: it says yes with status 200 and whether it means it in the answer. */
export const vonageProvider =
  ({ url, key, secret, from }: Account): SmsProvider =>
  async ({ id, to, text }, signal) => {
    const type = partsOf(text).isUnicode ? 'unicode' : 'text'
    const account = { api_key: key, api_secret: secret, from }
    const body = new URLSearchParams({ ...account, to: to.slice(1), text, type, 'client-ref': id })
    const answer = Answer.safeParse(await ask(`${url}/sms/json`, { body, signal }))
    if (!answer.success) throw new NotSent('refused')
    const refused = answer.data.messages.find(({ status }) => status !== '0')
    if (refused) throw new NotSent('refused', { isFinal: !PASSING.has(refused.status) })
    return answer.data.messages[0]?.['message-id'] ?? null
  }
