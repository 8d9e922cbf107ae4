/** One connection on which somebody says that they are a device. Times in milliseconds since 1970. */
export type Claimant = {
  deviceId: number
  network: string
  signedInAt: number
  receivedAt: number
  /** Who signed in as the same device after it, and first when. */
  newer?: { since: number; by: Newer }
  /** When it was first heard long after that. */
  aliveAt?: number
}
/** Of one at another node only its network is known. */
export type Newer = Pick<Claimant, 'network'> & Partial<Pick<Claimant, 'signedInAt' | 'receivedAt'>>

export const newClaimant = (deviceId: number, network: string, now: number): Claimant => ({
  deviceId,
  network,
  signedInAt: now,
  receivedAt: now,
})

/** Heartbeats are minutes apart: a connection that was not heard for so long may be dead, which TCP says only of what is sent. */
export const SILENT_MS = 10 * 60_000

/**
 * A device that moves from one network to another may speak by the old one a little longer: Android keeps one for 30 s (ConnectivityService,
 * DEFAULT_LINGER_DELAY_MS), and what was on its way comes in one burst. So one connection is heard twice, a minute apart, both more than a
 * minute after another was opened, before it is said that there are two.
 */
const LINGERS_MS = 60_000

/** Notes who came after it. One of another network weighs more than a second one of its own, and its network is all that counts. */
export function overtake(older: Claimant, newer: Newer, now: number): void {
  const before = older.newer
  const isElsewhere = (one: Newer | undefined): boolean => one !== undefined && one.network !== older.network
  const by = isElsewhere(before?.by) ? before?.by : isElsewhere(newer) ? { network: newer.network } : newer
  older.newer = { since: before?.since ?? now, by: by ?? newer }
}

/** A second connection of the same network, used for a moment, is a habit of some devices. */
const isSomebody = ({ network }: Claimant, { by }: { by: Newer }): boolean =>
  by.network !== network || (by.receivedAt ?? 0) - (by.signedInAt ?? 0) >= LINGERS_MS

/** Hears it once more; answers whether by now two are known to say that they are this device. */
export function isActiveBesideNewer(older: Claimant, now: number): boolean {
  older.receivedAt = now
  const { newer } = older
  if (!newer || now - newer.since < LINGERS_MS) return false
  older.aliveAt ??= now
  return now - older.aliveAt >= LINGERS_MS && isSomebody(older, newer)
}
