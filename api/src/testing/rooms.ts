import type { UnknownReason } from '@carewatch/contracts/rooms'
import { type FactValue, factKinds } from '@carewatch/contracts/rules/rooms/fact-changes'
import { uniqueMac } from '@carewatch/migrations/factories'
import {
  beaconFacts,
  beacons,
  gateways,
  presences,
  rooms,
  sightings,
} from '@carewatch/migrations/schema/rooms'
import { and, eq, isNull } from 'drizzle-orm'
import type { Harness } from './harness.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

const one = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('The insert answered no row.')
  return row
}

export const addRoom = async ({ db }: Harness, branchId: number, values: New<typeof rooms> = {}) =>
  one(
    await db
      .insert(rooms)
      .values({ branchId, name: `Room ${uniqueMac()}`, ...values })
      .returning(),
  )

export const addGateway = async ({ db }: Harness, values: New<typeof gateways>) => {
  const mac = uniqueMac()
  return one(
    await db
      .insert(gateways)
      .values({ mac, name: `Gateway ${mac}`, ...values })
      .returning(),
  )
}

export const addBeacon = async ({ db }: Harness, values: New<typeof beacons>) => {
  const mac = uniqueMac()
  return one(
    await db
      .insert(beacons)
      .values({ mac, name: `Beacon ${mac}`, deviceType: 'TAG', ...values })
      .returning(),
  )
}

type NewSighting = New<typeof sightings> & {
  gateway: { id: number }
  beacon: { id: number }
  secondsAgo?: number
}

/** A gateway hears a beacon, as the facts table keeps it. */
export async function addSighting(
  { db }: Harness,
  { gateway, beacon, secondsAgo = 0, ...values }: NewSighting,
) {
  const time = new Date(Date.now() - secondsAgo * 1_000)
  const received = { gatewayId: gateway.id, beaconId: beacon.id, time, rssi: -60 }
  await db.insert(sightings).values({ ...received, ...values })
  await db.update(beacons).set({ lastSeenAt: time }).where(eq(beacons.id, beacon.id))
  const { temperature, humidity, facts } = values
  for (const [kind, value] of Object.entries({ temperature, humidity, ...facts })) {
    const known = factKinds.find((name) => name === kind)
    if (known && value !== undefined && value !== null)
      await setFact(db, { ...received, kind: known, value, since: time, at: time })
  }
  return time
}

/** As ingest keeps what a beacon said last. */
async function setFact(db: Harness['db'], fact: typeof beaconFacts.$inferInsert & { value: FactValue }) {
  const { beaconId, kind, value, since, at, gatewayId } = fact
  const set = { value, since, at, gatewayId }
  const target = [beaconFacts.beaconId, beaconFacts.kind]
  await db
    .insert(beaconFacts)
    .values({ beaconId, kind, ...set })
    .onConflictDoUpdate({ target, set })
}

type Stay = {
  beacon: { id: number }
  room: { id: number } | null
  secondsAgo?: number
  /** Nobody knows where it is since, and it was in that room last. */
  lost?: { unknown: UnknownReason; lastRoom: { id: number } }
}

/** It has been decided that a beacon is in this room now. */
export async function decideIn({ db }: Harness, { beacon, room, secondsAgo = 0, lost }: Stay) {
  const since = new Date(Date.now() - secondsAgo * 1_000)
  const isOpen = and(eq(presences.beaconId, beacon.id), isNull(presences.until))
  await db.update(presences).set({ until: since }).where(isOpen)
  const unknown = lost ? { unknown: lost.unknown, lastRoomId: lost.lastRoom.id } : {}
  await db
    .insert(presences)
    .values({ beaconId: beacon.id, roomId: room?.id ?? null, since, confidence: 0.8, ...unknown })
  return since
}
