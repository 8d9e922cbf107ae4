import { u16be } from '../kit/bytes.ts'
import { type Fields, isFields, readJson } from '../kit/json.ts'
import type { Cut } from '../protocol.ts'

const HEAD = 4
const MAX_NOISE = 1_024

export function isWonlex(beginning: Uint8Array): boolean | undefined {
  if (beginning.length === 0) return undefined
  if (beginning[0] !== 0xfc) return false
  return beginning.length === 1 ? undefined : beginning[1] === 0xaf
}

/** `FC AF`, how many bytes follow, and those: a JSON document. */
export function cutWonlex(received: Uint8Array): Cut {
  const start = beginningIn(received)
  if (start === undefined) return received.length > MAX_NOISE ? 'broken' : 'more'
  const end = start + HEAD + u16be(received, start + 2)
  return end <= received.length ? { start, end } : 'more'
}

function beginningIn(received: Uint8Array): number | undefined {
  for (let at = received.indexOf(0xfc); at >= 0; at = received.indexOf(0xfc, at + 1)) {
    if (received[at + 1] === 0xaf) return at
  }
  return undefined
}

export function openWonlex(frame: Uint8Array): Fields | undefined {
  const document = readJson(frame.subarray(HEAD))
  return isFields(document) ? document : undefined
}

export function writeWonlex(document: Fields): Uint8Array {
  const json = Buffer.from(JSON.stringify(document))
  const head = Buffer.alloc(HEAD)
  head.writeUInt16BE(0xfcaf)
  head.writeUInt16BE(Math.min(json.length, 0xffff), 2)
  return Buffer.concat([head, json])
}
