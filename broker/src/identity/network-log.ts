import type pg from 'pg'
import { noteNetwork } from './sign-in-facts.ts'

const ONCE_EVERY_MS = 3_600_000
const REMEMBERED = 50_000

/** From where devices with a password connect: for their pages, at most once an hour each. */
export function createNetworkLog(db: pg.Pool, onError: (error: Error) => void) {
  const noted = new Map<string, number>()
  return (deviceId: number, network: string, now = Date.now()): void => {
    const key = `${deviceId} ${network}`
    if (now - (noted.get(key) ?? 0) < ONCE_EVERY_MS) return
    if (noted.size >= REMEMBERED) noted.clear()
    noted.set(key, now)
    noteNetwork(db, { deviceId, network, isKnown: true }).catch(onError)
  }
}
