import { latin1 } from './text.ts'

/** Line ends and spaces that stand before a first frame. */
export function skipBlank(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < bytes.length && (bytes[start] ?? 0) <= 0x20 && (bytes[start] ?? 0) >= 0x09) start++
  return start === 0 ? bytes : bytes.subarray(start)
}

/** Whether a connection begins with this text; undefined while it might still. */
export function beginsWith(beginning: Uint8Array, text: string): boolean | undefined {
  const seen = latin1(beginning.subarray(0, text.length))
  if (seen === text) return true
  return text.startsWith(seen) ? undefined : false
}
