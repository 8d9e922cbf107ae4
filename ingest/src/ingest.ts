import type pg from 'pg'
import type { Message } from './batch.ts'
import { isUrgent as isUrgentEvent } from '@carewatch/contracts/alarms'
import { codecOf } from './codecs/index.ts'
import type { RejectReason } from './codecs/codec.ts'
import { createLane } from './lane.ts'
import { createRejectedLog } from './rejected.ts'
import { createStatusWriter } from './status-writer.ts'
import { storeMessages } from './store.ts'
import type { Uplink } from './uplink.ts'

const NORMAL_LANES = 2
const MAX_READINGS = 6_000
const LINGER_MS = 2

export type IngestOptions = {
  db: pg.Pool
  /** Wakes the rules after a commit. */
  wake: (stored: { isUrgent: boolean }) => void
  /** Told of every message after its commit: the live lane. */
  tell: (message: Message) => void
  onRejected: (reason: RejectReason) => void
  onRetry: (error: Error) => void
}

/** Takes messages in and answers when they are durable and handed to the rules. Knows nothing of MQTT. */
export function createIngest({ db, wake, tell, onRejected, onRetry }: IngestOptions) {
  const keepRejected = createRejectedLog(db, onRejected)
  const status = createStatusWriter(db, onRetry)

  const store = async (messages: readonly Message[]): Promise<void> => {
    const stored = await storeMessages(db, messages)
    for (const message of messages) tell(message)
    wake(stored)
  }
  const setAside = (message: Message, error: Error): Promise<void> =>
    keepRejected(message.uplink, 'database', error.message)
  const lane = (lingerMs: number) =>
    createLane({ store, setAside, onRetry, maxReadings: MAX_READINGS, lingerMs })

  // A device always takes the same lane, so its readings are judged in the order it sent them.
  const normal = Array.from({ length: NORMAL_LANES }, () => lane(LINGER_MS))
  const urgent = lane(0)

  const laneOf = ({ uplink, decoded }: Message) =>
    decoded.events.some(({ type }) => isUrgentEvent(type))
      ? urgent
      : (normal[uplink.source.deviceId % NORMAL_LANES] ?? urgent)

  /** Resolves when everything usable in the message is committed; rejects never while the database may come back. */
  async function accept(uplink: Uplink): Promise<void> {
    const decoded = codecOf(uplink.source.format)(uplink.leaf, uplink.payload, uplink.receivedAt)
    const message = { uplink, decoded }
    status.note(message)
    for (const { reason, detail } of decoded.rejects) {
      // Kept beside the promise, not part of it: what we could not use was counted.
      keepRejected(uplink, reason, detail).catch(onRetry)
    }
    if (decoded.readings.length + decoded.positions.length + decoded.events.length === 0) return
    await laneOf(message).accept(message)
  }

  return { accept, close: () => status.close() }
}

export type Ingest = ReturnType<typeof createIngest>
