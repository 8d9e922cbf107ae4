import type { RefusalCode } from '@carewatch/contracts/refusal'
import type { OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes'
import type { FastifyRequest } from 'fastify'

export const FHIR_JSON = 'application/fhir+json'

/** Whether an address is one of FHIR, also where nothing is there. */
export const isOfFhir = ({ url }: Pick<FastifyRequest, 'url'>): boolean => url.startsWith('/api/fhir/')

/** How whoever is not signed in would be: what came and was not taken is said apart (RFC 6750). */
export const challengeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  headers.authorization === undefined
    ? 'Bearer realm="Carewatch"'
    : 'Bearer realm="Carewatch", error="invalid_token"'

const codes: Record<RefusalCode | 'fault', OperationOutcomeIssue['code']> = {
  invalid: 'invalid',
  unauthenticated: 'login',
  forbidden: 'forbidden',
  notFound: 'not-found',
  wrongMethod: 'not-supported',
  conflict: 'conflict',
  tooLarge: 'too-long',
  wrongMediaType: 'not-supported',
  tooMany: 'throttled',
  unavailable: 'transient',
  fault: 'exception',
}

type Refused = { code: RefusalCode | 'fault'; text: string; fields: Readonly<Record<string, string>> }

/** Why FHIR said no: one issue, or one of each parameter that is wrong. */
export function outcomeOf({ code, text, fields }: Refused): OperationOutcome {
  const issue = { severity: 'error', code: codes[code] } as const
  const ofFields = Object.entries(fields).map(([name, wrong]) => ({
    ...issue,
    diagnostics: `${name}: ${wrong}`,
    location: [`http.${name}`],
  }))
  return {
    resourceType: 'OperationOutcome',
    issue: ofFields.length > 0 ? ofFields : [{ ...issue, diagnostics: text }],
  }
}

type Asked = Pick<FastifyRequest, 'headers' | 'query'>

/** Who wants to be lenient: parameters that a search does not know are left out. */
export function leaveOutUnknown({ headers, query }: Asked, known: Readonly<Record<string, unknown>>): void {
  const wish = [headers.prefer ?? []].flat().join(',')
  if (!/\bhandling\s*=\s*lenient\b/.test(wish) || typeof query !== 'object' || query === null) return
  for (const name of Object.keys(query)) if (!Object.hasOwn(known, name)) Reflect.deleteProperty(query, name)
}
