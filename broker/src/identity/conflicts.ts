import type { ConflictReason } from '@carewatch/contracts/proof'
import type { Message } from '@carewatch/ingest/batch'
import type pg from 'pg'
import { type Claimant, isActiveBesideNewer, type Newer, overtake } from './claimant.ts'
import { placed, type PlaceMemory } from './places.ts'
import { isFight, remembered, type TakeOver } from './take-overs.ts'

/** While it lasts it is written down again so often: the rules make one alarm of it. */
const AGAIN_MS = 10 * 60_000
const REMEMBERED = 50_000
const EXACT_TO_M = 1_000

const NOTE = 'insert into identity_conflicts (device_id, reason) values ($1, $2)'

type Options = { db: pg.Pool; onError: (error: Error) => void; now: () => number }

/** Notices where two say that they are one device. Both are heard: nobody knows which of them is. */
export function createConflicts({ db, onError, now }: Options) {
  const noted = new Map<string, number>()
  const places = new Map<number, PlaceMemory>()
  const takeOvers = new Map<number, TakeOver[]>()

  function note(deviceId: number, reason: ConflictReason): void {
    const key = `${deviceId} ${reason}`
    if (now() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
    remember(noted, key, now())
    db.query(NOTE, [deviceId, reason]).catch((error: Error) => {
      noted.delete(key)
      onError(error)
    })
  }

  return {
    now,
    /** Somebody signed in as the device of these connections. */
    overtaken(olders: Iterable<Claimant>, newer: Newer): void {
      for (const older of olders) overtake(older, newer, now())
    },
    /** It said something. */
    onMessage(claimant: Claimant): void {
      if (isActiveBesideNewer(claimant, now())) note(claimant.deviceId, 'CONNECTIONS')
    },
    /** A client was given the session of another of its name. */
    tookOver(deviceId: number, { from, to }: { from: string; to: string }): void {
      const all = remembered(takeOvers.get(deviceId) ?? [], { at: now(), from, to })
      remember(takeOvers, deviceId, all)
      if (isFight(all)) note(deviceId, 'TAKE_OVERS')
    },
    /** It said where it is. */
    onPlaced: ({ uplink: { source, receivedAt }, decoded: { positions } }: Message): void => {
      const { deviceId, network } = source
      if (network === undefined) return
      for (const { lat, lng, time, accuracyM, source: by } of positions) {
        if (by !== 'GPS' || (accuracyM ?? 0) > EXACT_TO_M) continue
        const { memory, isTwo } = placed(places.get(deviceId), { lat, lng, at: time, receivedAt, network })
        remember(places, deviceId, memory)
        if (isTwo) note(deviceId, 'PLACES')
      }
    },
  }
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): void {
  if (known.size >= REMEMBERED && !known.has(key)) known.clear()
  known.set(key, value)
}

export type Conflicts = ReturnType<typeof createConflicts>
