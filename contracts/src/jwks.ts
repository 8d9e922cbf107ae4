import { z } from 'zod'

/** So many public keys one API key has at most, and so long a text they are. */
export const JWKS_KEYS_MAX = 5
export const JWKS_LENGTH_MAX = 16_384
export const JWKS_KID_MAX = 200

const base64url = (min: number, max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .min(min)
    .max(max)
const common = { kid: z.string().min(1).max(JWKS_KID_MAX) }

/** Of 2,048 to 4,096 bits, as base64url writes them. */
const Rsa = z.object({
  ...common,
  kty: z.literal('RSA'),
  alg: z.literal('RS384').default('RS384'),
  n: base64url(342, 683),
  e: base64url(3, 8),
})
const Elliptic = z.object({
  ...common,
  kty: z.literal('EC'),
  crv: z.literal('P-384'),
  alg: z.literal('ES384').default('ES384'),
  x: base64url(64, 64),
  y: base64url(64, 64),
})

/** A public key by which a program signs that it is itself: the two kinds that SMART backend services have. */
export const PublicJwk = z.discriminatedUnion('kty', [Rsa, Elliptic])
export type PublicJwk = z.output<typeof PublicJwk>
