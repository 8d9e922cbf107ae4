import { macReversedAt, u16le } from '../kit/bytes.ts'
import type { Reader } from '../advertisements/read.ts'

const ALLTERCO = 0x0ba9
const MAC_BLOCK = 0x0a
const MODEL_BLOCK = 0x0b
const BLOCK_BYTES: Record<number, number> = { 0x01: 2, [MAC_BLOCK]: 6, [MODEL_BLOCK]: 2 }

/** Who a Shelly BLU says it is, in blocks of a number and what belongs to it. */
export function shellyBlocks(maker: Uint8Array): { model?: number; mac?: string } {
  const identity: { model?: number; mac?: string } = {}
  if (u16le(maker, 0) !== ALLTERCO) return identity
  let at = 2
  while (at < maker.length) {
    const block = maker[at] ?? 0
    const bytes = BLOCK_BYTES[block]
    if (bytes === undefined || at + bytes >= maker.length) break
    const mac = block === MAC_BLOCK ? macReversedAt(maker, at + 1) : undefined
    if (mac) identity.mac = mac
    if (block === MODEL_BLOCK) identity.model = u16le(maker, at + 1)
    at += 1 + bytes
  }
  return identity
}

/** What it measures it says by BTHome. */
export const shellyReader: Reader = (body) => {
  const { mac } = shellyBlocks(body)
  return { facts: {}, ...(mac && { mac }) }
}
