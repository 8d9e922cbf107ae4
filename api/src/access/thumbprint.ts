import { createHash } from 'node:crypto'
import type { PublicJwk } from '@carewatch/contracts/jwks'

/** What a public key is known by, whatever it is called (RFC 7638): the same numbers, the same thumbprint. */
export function thumbprintOf(jwk: PublicJwk): string {
  const members =
    jwk.kty === 'RSA'
      ? { e: jwk.e, kty: jwk.kty, n: jwk.n }
      : { crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}
