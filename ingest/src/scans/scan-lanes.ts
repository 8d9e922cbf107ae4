import type pg from 'pg'
import { createLane } from '../lane.ts'
import { isUrgentScan, type ScanMessage } from './scan-message.ts'
import { storeScans } from './store-scans.ts'
import { commitOf, type OnStored } from '../stored.ts'

const MAX_SIGHTINGS = 5_000
const LINGER_MS = 5

export type ScanLanesOptions = {
  db: pg.Pool
  wake: (stored: { isUrgent: boolean }) => void
  setAside: (message: ScanMessage, error: Error) => Promise<void>
  onStored: OnStored
  onRetry: (error: Error) => void
}

/** Commits what gateways heard: a cry for help before all else. */
export function createScanLanes({ db, wake, setAside, onStored, onRetry }: ScanLanesOptions) {
  const store = async (messages: readonly ScanMessage[]): Promise<void> => {
    const full = messages.filter(({ heard }) => heard.length > 0)
    if (full.length === 0) return
    const began = performance.now()
    const { isUrgent, hasNews } = await storeScans(db, full)
    onStored(commitOf(full, began))
    if (hasNews) wake({ isUrgent })
  }
  const sizeOf = ({ heard }: ScanMessage): number => heard.length
  const lane = (lingerMs: number) =>
    createLane<ScanMessage>({ store, setAside, onRetry, sizeOf, maxFacts: MAX_SIGHTINGS, lingerMs })
  const normal = lane(LINGER_MS)
  const urgent = lane(0)

  /** What was left out of a message may stand in one that is not committed yet, of which it is a repeat: it is answered after that. */
  return async (message: ScanMessage): Promise<void> => {
    const nothing = { ...message, heard: [] }
    const isUrgent = isUrgentScan(message)
    await Promise.all([
      urgent.accept(isUrgent ? message : nothing),
      normal.accept(isUrgent ? nothing : message),
    ])
  }
}
