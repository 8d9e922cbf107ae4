const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc & 0xffff
})

/** CRC-16/XMODEM, or another of its polynomial that begins elsewhere. */
export function crc16(bytes: Uint8Array, begin = 0): number {
  let crc = begin
  // Counted: an iterator costs more than the sum.
  for (let at = 0; at < bytes.length; at++) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)
  }
  return crc
}
