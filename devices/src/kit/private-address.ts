import { encryptBlock } from './aes-block.ts'
import { fromHex } from './bytes.ts'

const BLOCK_BYTES = 16
const HASH_BYTES = 3

/** Whether an address of a Bluetooth radio (12 hexadecimal digits) is one of those that change and that an identity key explains: its two highest bits are 01. */
export const isPrivateAddress = (mac: string): boolean => /^[4-7]/.test(mac)

/** Whether this address was made with this identity key: the function `ah` of the Bluetooth Core Specification, Vol 3, Part H, 2.2.2. */
export function isAddressOf(identityKey: Uint8Array, mac: string): boolean {
  if (!isPrivateAddress(mac)) return false
  const address = fromHex(mac)
  const block = new Uint8Array(BLOCK_BYTES)
  block.set(address.subarray(0, HASH_BYTES), BLOCK_BYTES - HASH_BYTES)
  const hash = encryptBlock(identityKey, block)?.subarray(-HASH_BYTES)
  return hash !== undefined && hash.every((byte, at) => byte === address[HASH_BYTES + at])
}
