import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { CompanyFixture } from './fixtures.ts'
import type { Harness } from './harness.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export type Pair = Awaited<ReturnType<typeof makePair>>

/** A key pair as a partner's program has one. */
export async function makePair(alg: 'RS384' | 'ES384', kid: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

type Key = { uuid: string; prefix: string }

/** What a manager does to let the program of a key sign in by its public keys. */
export const register = (
  harness: Harness,
  { people }: CompanyFixture,
  { uuid, jwks }: Pick<Key, 'uuid'> & { jwks: unknown },
) =>
  harness.call('POST', `/apiKeys/publicKeys/${uuid}`, {
    token: people.MANAGER.token,
    body: { jwks: jwks === null ? null : JSON.stringify(jwks), password: TEST_PASSWORD },
  })

export const tokenUrlAt = ({ api }: Harness): string => `${api.url}/api/fhir/auth/token`

type Signing = { claims?: JWTPayload; header?: { kid?: string; typ?: string } }

/** What a program signs to come in, as SMART asks for it; `claims` and `header` are put in its place. */
export function sign({ alg, kid, privateKey }: Pair, clientId: string, { claims, header }: Signing = {}) {
  const now = Math.floor(Date.now() / 1_000)
  const usual = { iss: clientId, sub: clientId, jti: crypto.randomUUID(), iat: now, exp: now + 240 }
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
    .sign(privateKey)
}

/** The form of a request for an access token. */
export const formOf = (assertion: string, scope: string): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_assertion_type: ASSERTION_TYPE,
  client_assertion: assertion,
  scope,
})

/** A request for an access token as it is answered. */
export async function post(
  harness: Harness,
  form: Record<string, string> | [string, string][],
  from = '10.9.8.7',
) {
  const answer = await fetch(tokenUrlAt(harness), {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams(form),
  })
  // Safe: what is expected of it is what is tested.
  const body = (await answer.json()) as Record<string, string>
  return { status: answer.status, headers: answer.headers, body }
}
