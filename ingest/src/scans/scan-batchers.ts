import type pg from 'pg'
import { createBatcher } from '../batcher.ts'
import { isUrgentScan, type ScanMessage } from './scan-message.ts'
import { storeScans } from './store-scans.ts'
import { commitOf, type OnStored } from '../stored.ts'

const MAX_SIGHTINGS = 5_000
const LINGER_MS = 5

export type ScanBatchersOptions = {
  db: pg.Pool
  wake: (stored: { isUrgent: boolean }) => void
  setAside: (message: ScanMessage, error: Error) => Promise<void>
  onStored: OnStored
  onRetry: (error: Error) => void
}

/** Commits gateways' scans: a call for help before all else. */
export function createScanBatchers({ db, wake, setAside, onStored, onRetry }: ScanBatchersOptions) {
  const store = async (messages: readonly ScanMessage[]): Promise<void> => {
    const full = messages.filter(({ kept }) => kept.length > 0)
    if (full.length === 0) return
    const began = performance.now()
    const { isUrgent, hasChanges } = await storeScans(db, full)
    onStored(commitOf(full, began))
    if (hasChanges) wake({ isUrgent })
  }
  const sizeOf = ({ kept }: ScanMessage): number => kept.length
  const batcher = (lingerMs: number) =>
    createBatcher<ScanMessage>({ store, setAside, onRetry, sizeOf, maxFacts: MAX_SIGHTINGS, lingerMs })
  const normal = batcher(LINGER_MS)
  const urgent = batcher(0)

  /** What was left out of a message may stand in one that is not committed yet, of which it is a repeat: it is answered after that. */
  return async (message: ScanMessage): Promise<void> => {
    const nothing = { ...message, kept: [] }
    const isUrgent = isUrgentScan(message)
    await Promise.all([
      urgent.accept(isUrgent ? message : nothing),
      normal.accept(isUrgent ? nothing : message),
    ])
  }
}
