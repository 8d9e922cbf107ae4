import { Language } from '@carewatch/contracts/languages'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../access/viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The language of the answer's message. */
    language: Language
  }
}

/** What every request carries beside its body: who asks (filled in by the route) and in which language. */
export function describeRequests(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('language', 'en')
  app.addHook('onRequest', async (request) => {
    const asked = Language.safeParse(request.headers.selectedlanguage)
    if (asked.success) request.language = asked.data
  })
}
