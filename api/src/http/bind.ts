import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import type { FhirGrants } from '@carewatch/contracts/http/fhir-resources'
import { Refusal } from '@carewatch/contracts/refusal'
import { forCompany } from '@carewatch/platform/database/company-scope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeys } from '../access/api-keys.ts'
import { isAccessToken } from '../access/access-tokens.ts'
import { isKey } from '../access/key-secret.ts'
import { bearerOf, type Sessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Db } from '@carewatch/platform/database/client'
import { companyAskedFor } from './asked-as.ts'
import { createCallCounts } from './call-counts.ts'
import { leaveOutUnknown } from './fhir.ts'
import { schemaOf } from './schema.ts'

/** At most this many public calls a minute from one address, where the endpoint says nothing narrower. */
const PUBLIC_LIMIT = { calls: 300, minutes: 1 }

/** Nobody waits longer for an answer; a file may take its time on a slow line. */
const ANSWER_WITHIN_MS = 8_000

const whoCalls = ({ caller, ip }: FastifyRequest): string => caller?.uuid ?? ip

/** In this process; what is narrower than the public limit is counted in all of them besides. */
function limitOf({ allow, limit }: Endpoint) {
  const applied = limit ?? (allow === 'anyone' ? PUBLIC_LIMIT : undefined)
  if (!applied) return {}
  return {
    config: {
      rateLimit: {
        max: applied.calls,
        timeWindow: applied.minutes * 60_000,
        // Who asks is known only after the token was looked at.
        hook: allow === 'anyone' ? ('onRequest' as const) : ('preHandler' as const),
        keyGenerator: whoCalls,
      },
    },
  }
}

type Doors = { sessions: Sessions; apiKeys: ApiKeys }

async function callerOf(request: FastifyRequest, { sessions, apiKeys }: Doors): Promise<Caller> {
  const { ip: address, language } = request
  const bearer = bearerOf(request.headers.authorization)
  if (!isKey(bearer)) {
    const { uuid, viewer } = await sessions.open(bearer)
    return { ...viewer, sessionUuid: uuid, address, language }
  }
  const open = isAccessToken(bearer) ? apiKeys.openToken : apiKeys.open
  const session = await open(bearer, address)
  apiKeys.countCall(session)
  return { ...session.viewer, sessionUuid: '', programSession: session.uuid, address, language }
}

const scopeMissing = (scope: string): Refusal =>
  new Refusal('forbidden', 'scopeMissing', { values: { scope }, context: { scope } })

/** An access token is for FHIR alone, and there for what it was granted. */
function refuseUnlessGranted(smart: Endpoint['smart'], grants: FhirGrants): void {
  if (smart === undefined) throw new Refusal('forbidden', 'notByKey')
  const [type, letter] = smart.split('.')
  const isGranted = Object.entries(grants).some(
    ([one, letters]) => one === type && letters.includes(letter ?? ''),
  )
  if (smart !== 'any' && !isGranted) throw scopeMissing(`system/${smart}`)
}

/** What a key may not do it is told apart: no scope lets it, or one that it was not given. */
function refuseUnlessInScope({ byKey, byKeyBeside = [], smart }: Endpoint, { key }: Caller): void {
  if (!key) return
  if (key.grants) return refuseUnlessGranted(smart, key.grants)
  if (byKey === null) throw new Refusal('forbidden', 'notByKey')
  const scope = [byKey, ...byKeyBeside].find((one) => !key.scopes.includes(one))
  if (scope !== undefined) throw scopeMissing(scope)
}

function refuseUnlessAllowed(endpoint: Endpoint, caller: Caller): void {
  refuseUnlessInScope(endpoint, caller)
  const { allow, beforePasswordChange, beforeTwoStep } = endpoint
  if (allow !== 'anyone' && allow !== 'signedIn' && !allow.includes(caller.role))
    throw new Refusal('forbidden', caller.key ? 'notByBranchKey' : 'forbidden')
  if (caller.mustChangePassword && !beforePasswordChange) throw new Refusal('forbidden', 'mustChangePassword')
  if (caller.mustSetUpTwoStep && !beforePasswordChange && !beforeTwoStep)
    throw new Refusal('forbidden', 'mustSetUpTwoStep')
}

/** One route for each endpoint and its aliases: who asks and whether they may is settled before anything is read. */
export function createBind(app: FastifyInstance, { db, ...doors }: Doors & { db: Db }) {
  const countCall = createCallCounts(db)
  return (endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => unknown): void => {
    const { method, path, allow, aliases = [] } = endpoint
    const serveAt = (at: { method: Endpoint['method']; path: string; hide: boolean }) =>
      app.route({
        method: at.method,
        url: at.path,
        schema: { ...schemaOf(endpoint), hide: at.hide },
        ...limitOf(endpoint),
        // What begins something begins nothing by a call that asks for nothing, and no file is read, and its people written down, for nobody.
        ...((endpoint.bulk === 'begin' || endpoint.bulk === 'file') && { exposeHeadRoute: false }),
        ...((!endpoint.file || endpoint.fhir) &&
          endpoint.bulk !== 'file' &&
          !endpoint.multipart && { handlerTimeout: ANSWER_WITHIN_MS }),
        ...(endpoint.fhir && {
          preValidation: async (request: FastifyRequest) =>
            leaveOutUnknown(request, endpoint.query?.shape ?? {}),
        }),
        onRequest: async (request) => {
          if (allow === 'anyone') return
          request.caller = await callerOf(request, doors)
          refuseUnlessAllowed(endpoint, request.caller)
        },
        handler: async (request, reply) => {
          await countCall(endpoint, whoCalls(request))
          return forCompany(companyAskedFor(endpoint, request.caller), () => handler(request, reply))
        },
      })
    serveAt({ method, path, hide: false })
    for (const alias of aliases) serveAt({ method, path, ...alias, hide: true })
  }
}
