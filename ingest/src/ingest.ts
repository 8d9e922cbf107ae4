import type pg from 'pg'
import type { Message } from './batch.ts'
import { isUrgent as isUrgentEvent } from '@carewatch/contracts/alarms'
import { codecOf } from '@carewatch/devices/registry/watch-codecs'
import {
  type Decoded,
  type DecodedPosition,
  nothingDecoded,
  type RejectReason,
} from '@carewatch/devices/codec'
import { createBatcher } from './batcher.ts'
import { createLocation } from './location/locate.ts'
import type { LocationServiceOptions } from './location/location-service.ts'
import { createKnownWeeks } from './reading-weeks.ts'
import { createRejectedLog } from './rejected.ts'
import { createScans } from './scans/scans.ts'
import { createStatusWriter } from './status-writer.ts'
import { storeMessages } from './store.ts'
import { commitOf, type OnStored } from './stored.ts'
import type { Uplink } from './uplink.ts'

const COMMITS_AT_ONCE = 2
const MAX_READINGS = 6_000
const LINGER_MS = 2

export type IngestOptions = {
  db: pg.Pool
  /** Asked where cells and networks are, before our own table; unset, nobody is. */
  locationService?: LocationServiceOptions | undefined
  /** The broker node that it runs in. */
  nodeId?: number
  /** Wakes the rules after a commit. */
  wake: (stored: { isUrgent: boolean }) => void
  /** Called for every message after its commit. */
  publishLive: (message: Message) => void
  onRejected: (reason: RejectReason) => void
  onStored?: OnStored
  /** Called for every message that says where a device is. */
  onPlaced?: (message: Message) => void
  /** Called with the messages of a commit and when it began, in milliseconds since 1970: for tracing. */
  follow?: ((messages: readonly Message[], from: number) => void) | undefined
  onRetry: (error: Error) => void
}

const sizeOf = ({ decoded }: Message): number => decoded.readings.length

const isUnknownAlarm = ({ events }: Decoded): boolean => events.some(({ type }) => type === 'UNKNOWN_ALARM')

const keepEach = (
  { rejects }: Decoded,
  keep: (one: Decoded['rejects'][number]) => Promise<void>,
): Promise<unknown> => Promise.all(rejects.map(keep))

type Batching = Omit<Parameters<typeof createBatcher<Message>>[0], 'lingerMs'>

/** A device always has the same partition, so its readings are evaluated in the order it sent them. */
const createBatchers = (batching: Batching) => ({
  normal: createBatcher<Message>({
    ...batching,
    lingerMs: LINGER_MS,
    partitions: COMMITS_AT_ONCE,
    partitionOf: ({ uplink }) => uplink.source.deviceId,
  }),
  urgent: createBatcher<Message>({ ...batching, lingerMs: 0 }),
})

/** The way of each message to its commit; resolves when it is committed. Who is not known to be a device has batchers apart, for a batch is of one kind. */
function createCommit(batching: Batching) {
  const [proven, unproven] = [createBatchers(batching), createBatchers(batching)]

  return (message: Message): Promise<void> => {
    const { normal, urgent } = message.uplink.isUnproven ? unproven : proven
    const isUrgent = message.decoded.events.some(({ type }) => isUrgentEvent(type))
    return (isUrgent ? urgent : normal).accept(message)
  }
}

/** Takes messages in and answers when they are durable and handed to the rules. Knows nothing of MQTT. */
export function createIngest({
  db,
  locationService,
  nodeId,
  wake,
  publishLive,
  onRejected,
  onStored = () => {},
  onPlaced = () => {},
  follow,
  onRetry,
}: IngestOptions) {
  const keepRejected = createRejectedLog(db, onRejected)
  const status = createStatusWriter(db, onRetry)
  const knownWeeks = createKnownWeeks()
  const scans = createScans({ db, nodeId, wake, keepRejected, onStored, onRetry })

  const store = async (messages: readonly Message[]): Promise<void> => {
    const began = performance.now()
    const stored = await storeMessages(db, messages, knownWeeks)
    onStored(commitOf(messages, began))
    follow?.(messages, Date.now() - (performance.now() - began))
    for (const message of messages) publishLive(message)
    wake(stored)
  }
  const setAside = (message: Message, error: Error): Promise<void> =>
    keepRejected(message.uplink, 'database', error.message)
  const commit = createCommit({ store, setAside, onRetry, sizeOf, maxFacts: MAX_READINGS })
  const place = (uplink: Uplink, position: DecodedPosition): void => {
    const message = { uplink, decoded: { ...nothingDecoded(), positions: [position] } }
    onPlaced(message)
    commit(message).catch(onRetry)
  }
  const location = createLocation({ db, locationService, place, onError: onRetry })

  const accept = (uplink: Uplink): Promise<void> =>
    take(uplink, codecOf(uplink.source.format)(uplink.leaf, uplink.payload, uplink.receivedAt))

  /** Resolves when everything usable in the message is committed; rejects never while the database may come back. */
  async function take(uplink: Uplink, decoded: Decoded): Promise<void> {
    location.note(uplink, decoded)
    const message = { uplink, decoded }
    status.note(message)
    if (decoded.positions.length > 0) onPlaced(message)
    const keep = () => keepEach(decoded, (one) => keepRejected(uplink, one.reason, one.detail).catch(onRetry))
    // Beside the promise, not part of it; but what is behind an alarm that nobody can read is kept before it is answered.
    if (!isUnknownAlarm(decoded)) void keep()
    if (decoded.readings.length + decoded.positions.length + decoded.events.length === 0) return
    await commit(message)
    if (isUnknownAlarm(decoded)) await keep()
  }

  return {
    accept,
    /** For a listener that decodes frames itself, because it must answer them. */
    take,
    /** What a device said that could not even be read as its own. */
    keepRejected,
    /** The same for a gateway's scan. */
    acceptScan: scans.accept,
    gatewayCame: scans.came,
    gatewayGone: scans.gone,
    /** Somebody changed a beacon or a gateway. */
    forgetBeacons: scans.forgetBeacons,
    /** Writes what is gathered for its next second now. */
    flushSeen: (): Promise<unknown> => Promise.all([scans.flush(), location.flush()]),
    close: (): Promise<unknown> => Promise.all([scans.close(), location.close(), status.close()]),
  }
}

export type Ingest = ReturnType<typeof createIngest>
