import type { FrameRead } from '@carewatch/devices/protocol'
import type { Ingest } from '@carewatch/ingest/ingest'
import { fullBucket, take } from '../auth/rate.ts'
import type { Line } from './connection.ts'

/** So many frames are read ahead of their commits. */
const MAX_IN_FLIGHT = 32

type Options = {
  ingest: Ingest
  deviceRate: number
  onError: (error: Error) => void
  onAcknowledged: (since: number) => void
}

/** Hands on what a watch says, and answers each frame in its turn when what it said is committed. */
export function createAnswering({ ingest, deviceRate, onAcknowledged, onError }: Options) {
  const bucket = fullBucket(deviceRate, Date.now())
  let inFlight = 0
  let answered: Promise<void> = Promise.resolve()

  /** A watch that talks too fast is read more slowly; nothing is thrown away. */
  async function pace(): Promise<void> {
    const waitMs = deviceRate > 0 ? take(bucket, deviceRate, Date.now()) : 0
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }

  return {
    isWaiting: (): boolean => inFlight > 0,
    /** Resolves when the next frame may be read. */
    async keep(line: Line, frame: Uint8Array, { decoded, replies, answers }: FrameRead): Promise<void> {
      const since = performance.now()
      await pace()
      const { source } = line
      const uplink = {
        source,
        topic: `tcp/${source.format}`,
        leaf: '',
        payload: frame,
        receivedAt: Date.now(),
      }
      const stored = ingest.take(uplink, decoded)
      inFlight++
      answered = answered
        .then(() => stored)
        .then(() => line.answered(answers))
        .then(() => replies.forEach(line.write))
        .then(() => onAcknowledged(since))
        .catch(onError)
        .finally(() => inFlight--)
      if (inFlight >= MAX_IN_FLIGHT) await answered
    },
  }
}
