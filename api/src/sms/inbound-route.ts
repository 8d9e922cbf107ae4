import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import type { Services } from '../services.ts'
import { knownOf } from './known.ts'
import { takeReply } from './reply.ts'

const PATH = '/api/sms/inbound'
const LARGEST = 16 * 1024
/** An answer in the form that Twilio reads (TwiML): nothing is sent back. */
const EMPTY_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

/** Where the SMS provider brings what people reply. In the provider's own form, so it is no call of the contracts. */
export async function smsInbound(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  env: Env,
): Promise<void> {
  const known = knownOf(env)
  if (!known) return
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const url = new URL(PATH, env.PUBLIC_URL).href
  app.post(PATH, { schema: { hide: true }, bodyLimit: LARGEST }, async (request, reply) => {
    const { body, headers } = request
    const message = known({ body, headers, url })
    if (!message) throw new Refusal('unauthenticated')
    const answered = await takeReply(services, message)
    request.log.info({ outcome: answered?.outcome ?? 'nothing' }, 'reply by SMS')
    return reply.type('text/xml; charset=utf-8').send(EMPTY_REPLY)
  })
}
