import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** SHA-256, not a slow hash: the token is 128 random bits, and a slow hash would make 2,000 reconnects last 50 s. */
export const hashCredential = (password: string | Buffer): Buffer =>
  createHash('sha256').update(password).digest()

export const isCredential = (password: Buffer, hash: Buffer): boolean =>
  hash.length === 32 && timingSafeEqual(hashCredential(password), hash)

/** A new device password, to be shown once; only its hash is kept. */
export function makeCredential(): { password: string; hash: Buffer } {
  const password = randomBytes(16).toString('base64url')
  // A table program takes it for a formula, and what makes it harmless in a file is no part of it.
  if (password.startsWith('-')) return makeCredential()
  return { password, hash: hashCredential(password) }
}
