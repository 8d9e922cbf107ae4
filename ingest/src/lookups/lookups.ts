import type { Decoded } from '@carewatch/devices/codec'
import type { Message } from '../batch.ts'
import type { Uplink } from '../uplink.ts'
import { keepBounded } from './bounded.ts'

/** So many watches wait; of more the one that waited longest is looked up when it speaks next. */
const WAITING_MAX = 2_000

type Options = {
  atOnce: number
  /** Never rejects. */
  look: (uplink: Uplink, decoded: Decoded) => Promise<void>
  waitingMax?: number
}

const timeOf = ({ decoded }: Message): number => decoded.cells?.time ?? decoded.networks?.time ?? 0

/** Looks watches up, a few at once and each once at a time. The newest of what a watch says meanwhile waits, and is looked up next: after a silence all of it comes at once, the place where it is now last. */
export function createLookups({ atOnce, look, waitingMax = WAITING_MAX }: Options) {
  const underWay = new Set<number>()
  const waiting = new Map<number, Message>()

  async function start(message: Message): Promise<void> {
    const { uplink, decoded } = message
    underWay.add(uplink.source.deviceId)
    await look(uplink, decoded)
    underWay.delete(uplink.source.deviceId)
    const next = [...waiting.keys()].find((deviceId) => !underWay.has(deviceId))
    const nextMessage = next === undefined ? undefined : waiting.get(next)
    if (next === undefined || !nextMessage) return
    waiting.delete(next)
    void start(nextMessage)
  }

  return (uplink: Uplink, decoded: Decoded): void => {
    // Of who is not known to be the device nothing is believed.
    if (uplink.isUnproven) return
    const { deviceId } = uplink.source
    const message = { uplink, decoded }
    if (underWay.size < atOnce && !underWay.has(deviceId)) return void start(message)
    const before = waiting.get(deviceId)
    if (before && timeOf(before) > timeOf(message)) return
    if (before) waiting.set(deviceId, message)
    else keepBounded(waiting, { key: deviceId, value: message, max: waitingMax })
  }
}
