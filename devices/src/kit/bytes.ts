/** Past the end a byte is NaN: it spoils what is made of it, and no range lets a NaN through. */
export const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? Number.NaN
export const u16be = (bytes: Uint8Array, at: number): number => u8(bytes, at) * 0x100 + u8(bytes, at + 1)
export const u16le = (bytes: Uint8Array, at: number): number => u8(bytes, at + 1) * 0x100 + u8(bytes, at)
export const u24be = (bytes: Uint8Array, at: number): number => u8(bytes, at) * 0x10000 + u16be(bytes, at + 1)
export const u24le = (bytes: Uint8Array, at: number): number => u8(bytes, at + 2) * 0x10000 + u16le(bytes, at)
export const u32be = (bytes: Uint8Array, at: number): number =>
  u16be(bytes, at) * 0x10000 + u16be(bytes, at + 2)
export const u32le = (bytes: Uint8Array, at: number): number =>
  u16le(bytes, at + 2) * 0x10000 + u16le(bytes, at)

const signed = (value: number, bits: number): number => (value >= 2 ** (bits - 1) ? value - 2 ** bits : value)

export const s8 = (bytes: Uint8Array, at: number): number => signed(u8(bytes, at), 8)
export const s16be = (bytes: Uint8Array, at: number): number => signed(u16be(bytes, at), 16)
export const s16le = (bytes: Uint8Array, at: number): number => signed(u16le(bytes, at), 16)
export const s32le = (bytes: Uint8Array, at: number): number => signed(u32le(bytes, at), 32)
/** Eight bits before the point and eight behind it. */
export const s8point8 = (bytes: Uint8Array, at: number): number => s16be(bytes, at) / 256

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const hex = (bytes: Uint8Array): string => buffer(bytes).toString('hex')
/** Two digits. */
export const byteInHex = (byte: number): string => byte.toString(16).padStart(2, '0')
export const ascii = (bytes: Uint8Array): string => buffer(bytes).toString('latin1')
export const utf8 = (bytes: Uint8Array): string => buffer(bytes).toString('utf8')
/** The bytes of a hexadecimal text, as far as it is one. */
export const fromHex = (text: string): Uint8Array => Buffer.from(text, 'hex')

/** A hardware address as people read it, where it lies so; undefined where it is cut, or none (all zeros, all ones). */
export const macAt = (bytes: Uint8Array, at: number): string | undefined =>
  realMac(hex(bytes.subarray(at, at + 6)))
/** The same where its last byte comes first. */
export const macReversedAt = (bytes: Uint8Array, at: number): string | undefined =>
  realMac(hex(bytes.slice(at, at + 6).reverse()))

const realMac = (mac: string): string | undefined =>
  mac.length === 12 && mac !== '000000000000' && mac !== 'ffffffffffff' ? mac : undefined

export function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}
