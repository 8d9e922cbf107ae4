import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** So long an access token is good. */
export const TOKEN_SECONDS = 300
const BEGINNING = 'cw_at_'
const NAME = 'carewatch fhir'

const Claims = z.object({ sub: z.string(), jkt: z.string(), scope: z.string(), exp: z.number() })

/** By which key, and which of its public keys (by its thumbprint), a program came in, and what it was granted. */
export type Granted = { publicId: string; thumbprint: string; scope: string }

/** Whether a bearer is meant to be an access token of a program, and no key itself. */
export const isAccessToken = (bearer: string): boolean => bearer.startsWith(BEGINNING)

/** Short-lived tokens of programs: signed by a secret of their own, so that no other token of ours passes for one. */
export function createAccessTokens(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'carewatch access tokens', 32))
  return {
    async make({ publicId, thumbprint, scope }: Granted, seconds: number): Promise<string> {
      const token = new SignJWT({ jkt: thumbprint, scope })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(publicId)
      const now = Math.floor(Date.now() / 1_000)
      token
        .setIssuer(NAME)
        .setAudience(NAME)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
      return BEGINNING + (await token.sign(key))
    },
    /** What it grants and until when, or that it is over; nothing where it is none of ours. */
    async read(text: string): Promise<(Granted & { endsAt: number }) | 'over' | undefined> {
      // oxlint-disable-next-line eslint/id-denylist -- a word of the library.
      const rules = { algorithms: ['HS256'], issuer: NAME, audience: NAME }
      // Its end is looked at after its signature.
      const read = await jwtVerify(text.slice(BEGINNING.length), key, rules).catch((error: unknown) =>
        error instanceof errors.JWTExpired ? ('over' as const) : undefined,
      )
      if (read === 'over') return read
      const { data } = Claims.safeParse(read?.payload)
      return data && { publicId: data.sub, thumbprint: data.jkt, scope: data.scope, endsAt: data.exp * 1_000 }
    },
  }
}
export type AccessTokens = ReturnType<typeof createAccessTokens>
