import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { expect, it } from 'vitest'
import { PublicJwk } from '@carewatch/contracts/jwks'
import { thumbprintOf } from './thumbprint.ts'

it.each(['RS384', 'ES384'])('is of a key of %s what RFC 7638 makes of it, by whatever name', async (alg) => {
  const { publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const expected = await calculateJwkThumbprint(jwk)
  for (const kid of ['one', 'two']) expect(thumbprintOf(PublicJwk.parse({ ...jwk, kid }))).toBe(expected)
})
