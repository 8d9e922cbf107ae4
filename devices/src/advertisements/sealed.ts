import { createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'

const SEAL_BYTES = 4

/** Made once a key: making one takes five times as long as opening with it. */
const keys = new WeakMap<Uint8Array, KeyObject>()

function keyOf(bytes: Uint8Array): KeyObject {
  const known = keys.get(bytes)
  if (known) return known
  const key = createSecretKey(bytes)
  keys.set(bytes, key)
  return key
}

/** AES-128-CCM as beacons use it; undefined where the key is not its key, or what came is not what was sent. */
export function open(
  cipher: Uint8Array,
  with_: { key: Uint8Array; nonce: Uint8Array; seal: Uint8Array; also?: Uint8Array },
): Uint8Array | undefined {
  if (with_.key.length !== 16 || with_.seal.length !== SEAL_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-128-ccm', keyOf(with_.key), with_.nonce, {
      authTagLength: SEAL_BYTES,
    })
    decipher.setAuthTag(with_.seal)
    if (with_.also) decipher.setAAD(with_.also, { plaintextLength: cipher.length })
    const plain = decipher.update(cipher)
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}
