import type pg from 'pg'
import type { RejectReason } from '@carewatch/devices/codec'
import { gatewayCodecOf } from '@carewatch/devices/registry/gateway-codecs'
import type { ScanUplink } from '../uplink.ts'
import { createBeaconBook } from './beacon-book.ts'
import { createHearing } from './hearing.ts'
import { createScanLanes } from './scan-lanes.ts'
import { createSeenWriter } from './seen-writer.ts'
import type { OnStored } from '../stored.ts'
import { createUnknownBeacons } from './unknown-beacons.ts'

export type ScansOptions = {
  db: pg.Pool
  doorId: number | undefined
  wake: (stored: { isUrgent: boolean }) => void
  keepRejected: (uplink: ScanUplink, reason: RejectReason, detail: string) => Promise<void>
  onStored: OnStored
  onRetry: (error: Error) => void
}

/** Takes in what gateways hear and answers when it is durable and its news handed to the rules. */
export function createScans({ db, doorId, wake, keepRejected, onStored, onRetry }: ScansOptions) {
  const book = createBeaconBook(db, onRetry)
  const seen = createSeenWriter({ db, doorId, onError: onRetry })
  const unknown = createUnknownBeacons(db, onRetry)
  const hear = createHearing({ seen, unknown })
  const commit = createScanLanes({
    db,
    wake,
    onStored,
    onRetry,
    setAside: ({ uplink }, error) => keepRejected(uplink, 'database', error.message),
  })

  async function accept(uplink: ScanUplink): Promise<{ isConfigTaken: boolean }> {
    const { source, topic, payload, receivedAt } = uplink
    const house = await book.houseOf(source.gatewayId)
    const keyOf = (mac: string): Uint8Array | undefined => house.byMac.get(mac)?.bindKey ?? undefined
    const scan = gatewayCodecOf(source.format)(topic, payload, { receivedAt, keyOf })
    seen.noteGateway(source.gatewayId, { at: receivedAt, isOnline: scan.isOnline })
    // Kept beside the promise, as of watches.
    for (const { reason, detail } of scan.rejects) keepRejected(uplink, reason, detail).catch(onRetry)
    if (scan.sightings.length > 0) await commit({ uplink, heard: hear(uplink, scan, house) })
    return { isConfigTaken: scan.isConfigTaken === true }
  }

  return {
    accept,
    came: (gatewayId: number): void => seen.noteGateway(gatewayId, { at: Number.NaN, isOnline: true }),
    /** Its connection has gone. */
    gone: (gatewayId: number): void => seen.noteGateway(gatewayId, { at: Number.NaN, isOnline: false }),
    forgetBeacons: book.forgetAll,
    flush: async (): Promise<void> => {
      await seen.flush()
      await unknown.flush()
    },
    close: async (): Promise<void> => {
      await seen.close()
      await unknown.close()
    },
  }
}
