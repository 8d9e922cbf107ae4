import { MAX_FRAME_BYTES } from '../kit/frame-read.ts'
import { skipBlank } from '../kit/sniff.ts'
import { latin1 } from '../kit/text.ts'
import type { Cut } from '../protocol.ts'

const HASH = 0x23
const BEGINNING = /[A-Z]{2,3}(?:AP|CP|YP)[0-9A-Z]{2}/
const COULD_BEGIN = /^(?:[A-Z]{0,3}|[A-Z]{2,3}(?:[ACY]|(?:AP|CP|YP)[0-9A-Z]?))$/
/** Voice and pictures say how many bytes of them follow: these may hold the byte that ends a message. */
const MEDIA = /^[A-Z]{2,3}AP(?:07|42),\d{0,14},\d{1,6},\d{1,6},(\d{1,5}),/

/** `IWAP00…`: its vendor's two or three letters, which way it goes, what it is. */
export function isIw(beginning: Uint8Array): boolean | undefined {
  const seen = latin1(skipBlank(beginning).subarray(0, 7))
  if (seen.search(BEGINNING) === 0) return true
  return seen.length < 7 && COULD_BEGIN.test(seen) ? undefined : false
}

export function cutIw(received: Uint8Array): Cut {
  const hash = received.indexOf(HASH)
  const start = beginningIn(received, hash < 0 ? received.length : hash)
  const end = endOfMedia(received, start) ?? (hash < 0 ? undefined : hash + 1)
  if (end !== undefined && end <= received.length) return { start, end }
  return received.length > MAX_FRAME_BYTES ? 'broken' : 'more'
}

/** Where the first message begins; what nobody began is handed on whole, to be refused. */
function beginningIn(received: Uint8Array, end: number): number {
  if (latin1(received.subarray(0, 7)).search(BEGINNING) === 0) return 0
  return Math.max(0, latin1(received.subarray(0, end)).search(BEGINNING))
}

function endOfMedia(received: Uint8Array, start: number): number | undefined {
  if (!couldBeMedia(received, start)) return undefined
  const head = MEDIA.exec(latin1(received.subarray(start, start + 48)))
  if (!head) return undefined
  const end = start + head[0].length + Number(head[1]) + 1
  const isWhole = end > received.length || received[end - 1] === HASH
  return isWhole && end - start <= MAX_FRAME_BYTES ? end : undefined
}

/** Two digits tell, and most messages have others. */
function couldBeMedia(received: Uint8Array, start: number): boolean {
  const at = received[start + 3] === 0x50 ? start + 4 : start + 5
  const [tens, ones] = [received[at], received[at + 1]]
  return (tens === 0x30 && ones === 0x37) || (tens === 0x34 && ones === 0x32)
}

/** A message: who made the watch, what it says, and the rest of it. */
export type IwFrame = { prefix: string; opcode: string; rest: string }

const MESSAGE = /^\s*([A-Z]{2,3}?)((?:AP|CP|YP)[0-9A-Z]{2})/

export function openIw(frame: Uint8Array): IwFrame | undefined {
  const text = latin1(frame)
  const head = MESSAGE.exec(text)
  if (!head) return undefined
  const [all, prefix = '', opcode = ''] = head
  return { prefix, opcode, rest: text.slice(all.length, text.endsWith('#') ? -1 : undefined) }
}
