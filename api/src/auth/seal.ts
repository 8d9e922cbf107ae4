import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Locks secrets away that must be read again. What is locked for one row opens for no other. */
export function createSeal(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'carewatch sealed secrets', 32))

  return {
    lock(text: string, row: string): Buffer {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(row))
      const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), locked])
    },
    open(locked: Buffer, row: string): string {
      const iv = locked.subarray(0, IV_BYTES)
      const tag = locked.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(row)).setAuthTag(tag)
      const rest = locked.subarray(IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
    },
  }
}
export type Seal = ReturnType<typeof createSeal>
