import { z } from 'zod'
import { partsOf } from './parts.ts'
import { ask, type SmsProvider } from './provider.ts'

const Answer = z.object({ id: z.coerce.string().max(200) })

/** Any gateway that takes a JSON post: `{ id, to, text, parts }`, and may answer `{ id }`. */
export const webhookProvider =
  ({ url, token }: { url: string; token?: string | undefined }): SmsProvider =>
  async (sms, signal) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const body = JSON.stringify({ ...sms, parts: partsOf(sms.text).count })
    const answer = Answer.safeParse(await ask(url, { headers, body, signal }))
    return answer.success ? answer.data.id : null
  }
