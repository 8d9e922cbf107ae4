import { z } from 'zod'
import { NotSent } from '../not-sent.ts'
import { ask, type SmsProvider } from './provider.ts'

const Answer = z.object({ sid: z.string().max(200) })

type Account = { url: string; sid: string; token: string; from: string }

/** Twilio's Messages resource (https://www.twilio.com/docs/messaging/api/message-resource). */
export const twilioProvider =
  ({ url, sid, token, from }: Account): SmsProvider =>
  async ({ to, text }, signal) => {
    const headers = { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` }
    const body = new URLSearchParams({ To: to, From: from, Body: text })
    const answer = Answer.safeParse(
      await ask(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, { headers, body, signal }),
    )
    if (!answer.success) throw new NotSent('refused')
    return answer.data.sid
  }
