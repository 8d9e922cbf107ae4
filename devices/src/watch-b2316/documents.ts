import type { Cut } from '../protocol.ts'

const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const MAX_NOISE = 1_024

/** The first JSON object of a stream of them. */
export function cutDocument(received: Uint8Array, maxBytes: number): Cut {
  const start = received.indexOf(OPEN)
  if (start < 0 || start > MAX_NOISE) return received.length > MAX_NOISE ? 'broken' : 'more'
  const end = endOf(received, start)
  if (end !== undefined) return { start, end }
  return received.length - start > maxBytes ? 'broken' : 'more'
}

function endOf(received: Uint8Array, start: number): number | undefined {
  if (received.lastIndexOf(CLOSE) < start) return undefined
  let depth = 0
  for (let at = start; at < received.length; at++) {
    const byte = received[at]
    if (byte === QUOTE) at = endOfText(received, at)
    else if (byte === OPEN) depth++
    else if (byte === CLOSE && --depth === 0) return at + 1
  }
  return undefined
}

/** Where the quote stands that ends a text: past the end of what was received if none does. */
function endOfText(received: Uint8Array, quote: number): number {
  for (let at = quote + 1; at < received.length; at++) {
    if (received[at] === BACKSLASH) at++
    else if (received[at] === QUOTE) return at
  }
  return received.length
}
