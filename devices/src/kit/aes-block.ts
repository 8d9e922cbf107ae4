import { createCipheriv, createDecipheriv } from 'node:crypto'

const BLOCK_BYTES = 16
const MODE = 'aes-128-ecb'

const isBlock = (bytes: Uint8Array): boolean => bytes.length === BLOCK_BYTES

/** One block of AES-128, for radios whose formats are made of it; undefined where key or block are not 16 bytes. It keeps nothing secret that is longer, and proves nothing. */
export function encryptBlock(key: Uint8Array, block: Uint8Array): Uint8Array | undefined {
  if (!isBlock(key) || !isBlock(block)) return undefined
  return createCipheriv(MODE, key, null).setAutoPadding(false).update(block)
}

/** The other way round. */
export function decryptBlock(key: Uint8Array, block: Uint8Array): Uint8Array | undefined {
  if (!isBlock(key) || !isBlock(block)) return undefined
  return createDecipheriv(MODE, key, null).setAutoPadding(false).update(block)
}
