import type { Decoded } from './codecs/codec.ts'
import type { Uplink } from './uplink.ts'

export type Message = { uplink: Uplink; decoded: Decoded }

/** What gathers while the last commit runs: messages with their facts, and who waits for them. */
export type Batch = {
  messages: Message[]
  readings: number
  waiting: (() => void)[]
}

export const emptyBatch = (): Batch => ({ messages: [], readings: 0, waiting: [] })
