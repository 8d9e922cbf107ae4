import { createECDH } from 'node:crypto'
import { z } from 'zod'

/** Bytes of a private key of P-256, and of a public one that is not compressed (SEC 1, 2.3.3). */
const PRIVATE_BYTES = 32
const PUBLIC_BYTES = 65

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
/** Node leaves out zeros at a private key's front, one key in 256; Web Push takes all 32 bytes. */
const padded = (key: Buffer): string =>
  Buffer.concat([Buffer.alloc(PRIVATE_BYTES), key])
    .subarray(-PRIVATE_BYTES)
    .toString('base64url')

const isPrivateKey = ({ length }: Buffer): boolean => length <= PRIVATE_BYTES && length >= PRIVATE_BYTES - 4

const base64url = z.string().regex(/^[\w-]+$/, { error: 'takes a key of P-256 in base64url' })

/** The portal's own keys for Web Push (RFC 8292), of one pair; unset, browsers are told nothing while they are closed. */
export const PushSettings = z.object({
  VAPID_PUBLIC_KEY: base64url
    .refine((text) => bytesOf(text).length === PUBLIC_BYTES, {
      error: 'takes a public key of P-256 in base64url',
    })
    .optional(),
  VAPID_PRIVATE_KEY: base64url
    // Keys of an earlier version may stand without their zeros.
    .refine((text) => isPrivateKey(bytesOf(text)), { error: 'takes a private key of P-256 in base64url' })
    .transform((text) => padded(bytesOf(text)))
    .optional(),
})

/** A pair for Web Push, in base64url: browsers subscribe with the public half, and only the private one may write to them. */
export function newPushKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: padded(pair.getPrivateKey()) }
}
