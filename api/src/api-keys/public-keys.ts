import { type AsymmetricKeyDetails, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { setPublicKeys as contract } from '@carewatch/contracts/http/api-keys'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { JWKS_KEYS_MAX, PublicJwk } from '@carewatch/contracts/jwks'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleKeys } from '../access/visible-keys.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { getKey, publishChange } from './change.ts'
import { apiKeyById } from './list.ts'

const RSA_BITS = { least: 2_048, most: 4_096 }
/** FIPS 186-5 (A.1.1): odd, and above it. */
const EXPONENT_ABOVE = 65_536n

const invalid = (fault: string): never => {
  throw new InvalidFields({ jwks: fault })
}

const Jwks = z.object({ keys: z.array(z.looseObject({})).min(1) })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a modulus is as long as it should be, and the exponent none by which signatures are forged. */
const isGoodRsa = ({ modulusLength = 0, publicExponent = 0n }: AsymmetricKeyDetails): boolean =>
  modulusLength >= RSA_BITS.least &&
  modulusLength <= RSA_BITS.most &&
  publicExponent > EXPONENT_ABOVE &&
  publicExponent % 2n === 1n

/** Whether the numbers of it make a key: a point that lies on its curve, a modulus and an exponent that are good. */
function isKey(jwk: PublicJwk): boolean {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    return jwk.kty === 'EC' || isGoodRsa(asymmetricKeyDetails ?? {})
  } catch {
    return false
  }
}

function readKey(key: object): PublicJwk {
  // What is private must not have left its owner.
  if ('d' in key || 'k' in key) return invalid('privateKey')
  const { data } = PublicJwk.safeParse(key)
  return data && isKey(data) ? data : invalid('jwks')
}

/** The public keys in a text, of which nothing is kept but what they are. */
function readJwks(text: string): PublicJwk[] {
  const { data } = Jwks.safeParse(parse(text))
  if (!data) return invalid('jwks')
  if (data.keys.length > JWKS_KEYS_MAX) return invalid('tooMany')
  const keys = data.keys.map(readKey)
  return new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : invalid('jwks')
}

/** By which public keys a program signs in from now on. */
export async function setPublicKeys(
  services: Services,
  caller: Caller,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const { id, companyId } = await getKey(db, caller, params.uuid)
  const jwks = body.jwks === null ? null : readJwks(body.jwks)
  await requireOwnPassword(services, caller, body.password)
  return db.transaction(async (tx) => {
    await tx
      .update(apiKeys)
      .set({ jwks })
      .where(and(eq(apiKeys.id, id), visibleKeys(caller)))
    const apiKey = await apiKeyById(tx, caller, id)
    if (!apiKey) throw new Refusal('notFound')
    const trace = { action: 'credentialsRotated', entity: 'apiKey', uuid: params.uuid, companyId } as const
    await audit(tx, caller, { ...trace, detail: { publicKeys: jwks?.length ?? 0 } })
    await publishChange(tx, params.uuid)
    return { apiKey }
  })
}
