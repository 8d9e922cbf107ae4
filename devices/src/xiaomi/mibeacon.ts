import { macReversedAt, u16le, u8 } from '../kit/bytes.ts'
import { numbered } from '../advertisements/facts.ts'
import { miObjects } from './mibeacon-objects.ts'
import { miProducts } from './mibeacon-products.ts'
import type { Parts, Read, Reader } from '../advertisements/read.ts'
import { open } from '../advertisements/sealed.ts'

/** What its first two bytes say of the rest. */
const HAS_MAC = 0x10
const HAS_CAPABILITY = 0x20
const HAS_OBJECT = 0x40
const IS_SEALED = 0x08
/** Of the capability: two more bytes follow it. */
const HAS_MORE = 0x20

const LAMP = 0x03dd

/** Xiaomi's own format. */
export const miBeaconReader: Reader = (body, parts) => {
  if (body.length < 5) return undefined
  const control = u16le(body, 0)
  const number = u16le(body, 2)
  const product = miProducts[number]
  const read: Read = { facts: {}, more: {}, ...(product && { product }) }
  numbered(read.facts, u8(body, 4))
  // The sensor lists call it so.
  if (number === LAMP) read.more = { darkness: body[4] }
  let at = 5
  if (control & HAS_MAC) {
    const mac = macReversedAt(body, at)
    if (mac) read.mac = mac
    at += 6
  }
  if (control & HAS_CAPABILITY) at += 1 + (u8(body, at) & HAS_MORE ? 2 : 0)
  if (!(control & HAS_OBJECT)) return read
  const objects =
    control & IS_SEALED ? unseal(body, at, { ...parts, mac: read.mac ?? parts.mac }) : body.subarray(at)
  if (objects) readObjects(objects, read)
  else read.more = { ...read.more, encr: 1 }
  return read
}

/** The same where nobody says that it is: only of products we know. */
export const miBeaconUnasked: Reader = (body, parts) =>
  body.length >= 11 && miProducts[u16le(body, 2)] ? miBeaconReader(body, parts) : undefined

const ALSO = Uint8Array.of(0x11)
/** What follows what is sealed: the counter's upper bytes, and the seal. */
const TAIL = 7

/** Versions 4 and 5. */
function unseal(body: Uint8Array, at: number, { key, mac }: Parts): Uint8Array | undefined {
  const version = u8(body, 1) >> 4
  if (!key || version < 4 || body.length < at + TAIL) return undefined
  const counter = body.subarray(-TAIL, -4)
  const nonce = Buffer.concat([Buffer.from(mac, 'hex').reverse(), body.subarray(2, 5), counter])
  return open(body.subarray(at, -TAIL), { key, nonce, seal: body.subarray(-4), also: ALSO })
}

function readObjects(bytes: Uint8Array, read: Read): void {
  let at = 0
  while (at + 3 <= bytes.length) {
    const end = at + 3 + u8(bytes, at + 2)
    if (end > bytes.length) return
    const id = u16le(bytes, at)
    const object = miObjects[id]
    if (object) object(bytes.subarray(at + 3, end), read)
    else read.unknown ??= `mibeacon ${id.toString(16).padStart(4, '0')}`
    at = end
  }
}
