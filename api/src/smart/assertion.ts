import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { KnownKey } from '../access/key-viewer.ts'
import { publicIdOf } from '../access/key-secret.ts'
import { thumbprintOf } from '../access/thumbprint.ts'

/** What a program may say of itself at most, with all that is around it. */
export const ASSERTION_MAX = 8 * 1_024
/** So far ahead an assertion may end, and so far a clock may be off. */
const AHEAD_SECONDS = 300
const SKEW_SECONDS = 30

export const assertionAlgorithms = ['RS384', 'ES384']

const Header = z.object({ alg: z.enum(assertionAlgorithms), kid: z.string().min(1), typ: z.literal('JWT') })
const Claims = z.object({
  iss: z.string(),
  exp: z.number(),
  jti: z.string().min(1).max(255),
})

/** A program that has shown that it holds one of the private keys. `forgetAt`: until when the same name is refused. */
export type Proven = { key: KnownKey; thumbprint: string; name: string; forgetAt: Date }

/** Why an assertion is not taken: of what anybody could write nothing is told, of what was signed which claim is wrong. */
export class NotTaken extends Error {}

type Expected = {
  tokenUrl: string
  keyOf: (publicId: string) => Promise<KnownKey | undefined>
}

function decode(text: string) {
  try {
    const header = Header.safeParse(decodeProtectedHeader(text))
    const claims = Claims.safeParse(decodeJwt(text))
    return header.data && claims.data && { header: header.data, claims: claims.data }
  } catch {
    return undefined
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return 'exp is over'
  return error instanceof errors.JWTClaimValidationFailed ? `${error.claim} is wrong` : ''
}

/** Whether a program is whom it says it is (private_key_jwt): signed by one of the keys that were registered for it, for this address, and not long ago. */
export async function readAssertion(text: string, { tokenUrl, keyOf }: Expected): Promise<Proven> {
  const decoded = text.length > ASSERTION_MAX ? undefined : decode(text)
  const publicId = decoded && publicIdOf(decoded.claims.iss)
  if (!decoded || publicId === undefined) throw new NotTaken()
  const { kid, alg } = decoded.header
  const { iss, exp, jti } = decoded.claims
  const key = await keyOf(publicId)
  const jwk = key?.jwks?.find((one) => one.kid === kid && one.alg === alg)
  if (!key || !jwk) throw new NotTaken()
  const rules = {
    algorithms: [jwk.alg],
    issuer: iss,
    subject: iss,
    // oxlint-disable-next-line eslint/id-denylist -- a word of the library.
    audience: tokenUrl,
    typ: 'JWT',
    requiredClaims: ['exp', 'jti', 'sub'],
    clockTolerance: SKEW_SECONDS,
  }
  await jwtVerify(text, createLocalJWKSet({ keys: [jwk] }), rules).catch((error: unknown) => {
    throw new NotTaken(reasonOf(error), { cause: error })
  })
  if (exp > Date.now() / 1_000 + AHEAD_SECONDS + SKEW_SECONDS) throw new NotTaken('exp is too far ahead')
  return {
    key,
    thumbprint: thumbprintOf(jwk),
    name: jti,
    forgetAt: new Date((exp + 2 * SKEW_SECONDS) * 1_000),
  }
}
