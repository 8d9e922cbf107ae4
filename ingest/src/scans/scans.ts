import type pg from 'pg'
import type { RejectReason } from '@carewatch/devices/codec'
import { gatewayCodecOf } from '@carewatch/devices/registry/gateway-codecs'
import type { ScanUplink } from '../uplink.ts'
import { createBeaconCache } from './beacon-cache.ts'
import { createSightingFilter } from './sighting-filter.ts'
import { createScanBatchers } from './scan-batchers.ts'
import { createSeenWriter } from './seen-writer.ts'
import type { OnStored } from '../stored.ts'
import { createUnknownBeacons } from './unknown-beacons.ts'

export type ScansOptions = {
  db: pg.Pool
  nodeId: number | undefined
  wake: (stored: { isUrgent: boolean }) => void
  keepRejected: (uplink: ScanUplink, reason: RejectReason, detail: string) => Promise<void>
  onStored: OnStored
  onRetry: (error: Error) => void
}

/** Receives gateways' scans and answers when they are durable and their changes handed to the rules. */
export function createScans({ db, nodeId, wake, keepRejected, onStored, onRetry }: ScansOptions) {
  const beacons = createBeaconCache(db, onRetry)
  const seen = createSeenWriter({ db, nodeId, onError: onRetry })
  const unknown = createUnknownBeacons(db, onRetry)
  const select = createSightingFilter({
    seen,
    unknown,
    keepUnread: (uplink, part) => {
      keepRejected(uplink, 'unknownField', part).catch(onRetry)
    },
  })
  const commit = createScanBatchers({
    db,
    wake,
    onStored,
    onRetry,
    setAside: ({ uplink }, error) => keepRejected(uplink, 'database', error.message),
  })

  async function accept(uplink: ScanUplink): Promise<{ isConfigTaken: boolean }> {
    const { source, topic, payload, receivedAt } = uplink
    const company = await beacons.ofGateway(source.gatewayId)
    const keyOf = (mac: string): Uint8Array | undefined =>
      (company.byMac.get(mac) ?? company.byPrivateAddress(mac))?.bindKey ?? undefined
    const scan = gatewayCodecOf(source.format)(topic, payload, { receivedAt, keyOf })
    seen.noteGateway(source.gatewayId, { at: receivedAt, isOnline: scan.isOnline })
    // Not part of the promise, as for watches.
    for (const { reason, detail } of scan.rejects) keepRejected(uplink, reason, detail).catch(onRetry)
    if (scan.sightings.length > 0) await commit({ uplink, kept: select(uplink, scan, company) })
    return { isConfigTaken: scan.isConfigTaken === true }
  }

  return {
    accept,
    came: (gatewayId: number): void => seen.noteGateway(gatewayId, { at: Number.NaN, isOnline: true }),
    /** Its connection has gone. */
    gone: (gatewayId: number): void => seen.noteGateway(gatewayId, { at: Number.NaN, isOnline: false }),
    forgetBeacons: beacons.forgetAll,
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
