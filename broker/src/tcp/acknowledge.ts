import type { FrameRead } from '@carewatch/devices/protocol'
import type { Ingest } from '@carewatch/ingest/ingest'
import { fullBucket, take } from '../auth/rate.ts'
import type { TcpConnection } from './connection.ts'

/** So many frames are read ahead of their commits. */
const MAX_IN_FLIGHT = 32

type Options = {
  ingest: Ingest
  deviceRate: number
  onError: (error: Error) => void
  onAcknowledged: (since: number) => void
}

type Kept = { frame: Uint8Array; read: FrameRead; readAt: number; answered: () => void }

/** Hands a watch's frames to ingest, and answers each in its turn when its content is committed. */
export function createAcknowledger({ ingest, deviceRate, onAcknowledged, onError }: Options) {
  const bucket = fullBucket(deviceRate, Date.now())
  let inFlight = 0
  let answered: Promise<void> = Promise.resolve()

  /** A watch that sends too fast is read more slowly; nothing is thrown away. */
  async function pace(): Promise<void> {
    const waitMs = deviceRate > 0 ? take(bucket, deviceRate, Date.now()) : 0
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }

  return {
    isWaiting: (): boolean => inFlight > 0,
    /** Resolves when the next frame may be read; `answered` is called when all that it waits for went down its line. */
    async keep(tcp: TcpConnection, { frame, read, readAt, answered: isAnswered }: Kept): Promise<void> {
      const { decoded, replies, answers } = read
      const since = performance.now()
      await pace()
      const { source } = tcp
      const uplink = {
        source,
        topic: `tcp/${source.format}`,
        leaf: '',
        payload: frame,
        receivedAt: Date.now(),
        readAt,
        isUnproven: !tcp.isProven,
      }
      const stored = ingest.take(uplink, decoded)
      inFlight++
      answered = answered
        .then(() => stored)
        .then(() => tcp.answered(answers))
        .then(() => {
          if (replies.map(tcp.write).every(Boolean)) isAnswered()
        })
        .then(() => onAcknowledged(since))
        .catch(onError)
        .finally(() => inFlight--)
      if (inFlight >= MAX_IN_FLIGHT) await answered
    },
  }
}
