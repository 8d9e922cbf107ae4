import { MAX_FRAME_BYTES } from '../kit/frame-read.ts'
import { skipBlank } from '../kit/sniff.ts'
import { fromLatin1, latin1 } from '../kit/text.ts'
import type { Cut } from '../protocol.ts'

const OPEN = 0x5b
const CLOSE = 0x5d
const ESCAPE = 0x7d
const MAX_NOISE = 1_024
/** So much longer than it is, at most, some firmware declares its content; less than what must follow the name of a network. */
const LENGTH_SLACK = 20
/** A text with more brackets than this is none. */
const MAX_BRACKETS = 64

/** Maker, who, now and then the how-manieth, and how long the content is. */
const HEAD = /^\[([0-9A-Z]{2})\*(\d{8,15})\*(?:([0-9A-Fa-f]{4})\*)?([0-9A-Fa-f]{4})\*/
const COULD_BE_HEAD = /^\[[0-9A-Z]{0,2}(?:\*[0-9A-Fa-f]{0,15}){0,3}$/
const HEAD_MAX = 32
const MEDIA = /^(?:TK2?|JXTK|img),/

export function is3g(beginning: Uint8Array): boolean | undefined {
  const seen = latin1(skipBlank(beginning).subarray(0, 5))
  if (/^\[[0-9A-Z]{2}\*\d/.test(seen)) return true
  return seen.length < 5 && /^(?:\[(?:[0-9A-Z]{0,2}|[0-9A-Z]{2}\*))?$/.test(seen) ? undefined : false
}

export function cut3g(received: Uint8Array): Cut {
  let start = received.indexOf(OPEN)
  while (start >= 0 && start <= MAX_NOISE) {
    const text = latin1(received.subarray(start, start + HEAD_MAX + 8))
    const head = HEAD.exec(text)
    if (head) {
      const content = start + head[0].length
      const end = endOf(received, { content, declaredEnd: content + Number.parseInt(head[4] ?? '', 16) })
      if (end !== undefined) return { start, end }
    }
    if (head || COULD_BE_HEAD.test(text)) {
      return received.length - start > MAX_FRAME_BYTES + HEAD_MAX ? 'broken' : 'more'
    }
    start = received.indexOf(OPEN, start + 1)
  }
  return received.length > MAX_NOISE ? 'broken' : 'more'
}

type Content = { content: number; declaredEnd: number }

/** By its length, counted as sent or as it is without its escapes; or, where the length is wrong, by the bracket that nothing follows but the next frame. */
function endOf(received: Uint8Array, { content, declaredEnd }: Content): number | undefined {
  if (received[declaredEnd] === CLOSE) return declaredEnd + 1
  const unescaped = endUnescaped(received, { content, declaredEnd })
  if (received[unescaped] === CLOSE) return unescaped + 1
  const isMedia = MEDIA.test(latin1(received.subarray(content, content + 5)))
  const earliest = isMedia ? declaredEnd : declaredEnd - LENGTH_SLACK
  let close = received.indexOf(CLOSE, content)
  for (let left = MAX_BRACKETS; close >= 0 && left > 0; left--) {
    if (isEnd(received, close, earliest)) return close + 1
    close = received.indexOf(CLOSE, close + 1)
  }
  return undefined
}

function isEnd(received: Uint8Array, close: number, earliest: number): boolean {
  if (close + 1 === received.length) return close >= earliest
  return is3g(received.subarray(close + 1, close + 16)) === true
}

function endUnescaped(received: Uint8Array, { content, declaredEnd }: Content): number {
  if (received.length <= declaredEnd || received.indexOf(ESCAPE, content) < 0) return declaredEnd
  let at = content
  for (let left = declaredEnd - content; left > 0 && at < received.length; left--) {
    at += isEscape(received, at) ? 2 : 1
  }
  return at
}

const isEscape = (bytes: Uint8Array, at: number): boolean => {
  const next = bytes[at + 1] ?? 0
  return bytes[at] === ESCAPE && next >= 1 && next <= 5
}

const ESCAPED = /\}(.)/gs
const MEANT = '}[],*'
const TO_ESCAPE = /[}[\],*]/g

/** The five signs that a frame is made of, where a text or a voice holds them. */
export const unescape3g = (text: string): string =>
  text.includes('}') ? text.replaceAll(ESCAPED, meantBy) : text
const meantBy = (escaped: string, sign: string): string => MEANT[sign.charCodeAt(0) - 1] ?? escaped
export const escape3g = (text: string): string =>
  text.replaceAll(TO_ESCAPE, (sign) => `}${String.fromCharCode(MEANT.indexOf(sign) + 1)}`)

export type Frame3g = {
  vendor: string
  id: string
  index: string | undefined
  declaredLength: number
  content: string
  isLengthRight: boolean
}

export function open3g(frame: Uint8Array): Frame3g | undefined {
  const text = latin1(frame)
  const head = HEAD.exec(text)
  if (!head || !text.endsWith(']')) return undefined
  const [all, vendor = '', id = '', index, length = ''] = head
  const content = text.slice(all.length, -1)
  const declaredLength = Number.parseInt(length, 16)
  const isLengthRight = declaredLength === content.length || declaredLength === unescape3g(content).length
  return { vendor, id, index, declaredLength, content, isLengthRight }
}

/** `MM*ID`, and a star behind where frames are counted: how frames to it begin. */
export const addressOf = ({ vendor, id, index }: Frame3g): string =>
  `${vendor}*${id}${index === undefined ? '' : '*'}`

/** `content` as it is to be sent, its texts escaped. */
export function write3g(address: string, count: string, content: string): Uint8Array {
  const head = address.endsWith('*') ? `${address}${count}` : address
  return fromLatin1(`[${head}*${content.length.toString(16).padStart(4, '0')}*${content}]`)
}
