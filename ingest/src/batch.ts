import type { Decoded } from '@carewatch/devices/codec'
import type { Uplink } from './uplink.ts'

export type Message = { uplink: Uplink; decoded: Decoded }

/** What gathers while the last commit runs: messages with their facts, and who waits for them. */
export type Batch<Item> = {
  messages: Item[]
  facts: number
  waiting: (() => void)[]
}

export const emptyBatch = <Item>(): Batch<Item> => ({ messages: [], facts: 0, waiting: [] })
