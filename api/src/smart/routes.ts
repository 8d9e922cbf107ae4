import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Services } from '../services.ts'
import { ASSERTION_MAX } from './assertion.ts'
import { tokenUrlOf } from '../fhir/base.ts'
import { smartConfiguration } from './configuration.ts'
import { grantToken, OAuthError } from './token.ts'

/** The assertion, and what is around it. */
const LARGEST = ASSERTION_MAX + 4 * 1_024
const CALLS_A_MINUTE = 60

const BAD_REQUEST = 400

/** OAuth has a form of its own to say no. */
const refuse = (reply: FastifyReply, { code, message }: OAuthError) =>
  reply.code(BAD_REQUEST).send(JSON.stringify({ error: code, error_description: message }))

/** How programs sign in to FHIR by a key of their own (SMART backend services). In the form of OAuth, so it is no call of the contracts. */
export async function smartRoutes(
  app: FastifyInstance,
  services: Services,
  publicUrl: string,
): Promise<void> {
  const at = { publicUrl }
  const schema = { hide: true }
  app.get('/api/fhir/.well-known/smart-configuration', { schema }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(smartConfiguration(at))),
  )
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  const rateLimit = { max: CALLS_A_MINUTE, timeWindow: 60_000 }
  const options = { schema, bodyLimit: LARGEST, config: { rateLimit } }
  app.post('/api/fhir/auth/token', options, async (request: FastifyRequest, reply) => {
    const { body, ip: address } = request
    if (!(body instanceof URLSearchParams)) throw new Refusal('wrongMediaType')
    void reply.type('application/json; charset=utf-8').header('pragma', 'no-cache')
    try {
      const granted = await grantToken(services, body, { address, tokenUrl: tokenUrlOf(at) })
      return reply.send(JSON.stringify(granted))
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      if (error.code === 'invalid_client') services.apiKeys.countWrong(address)
      return refuse(reply, error)
    }
  })
}
