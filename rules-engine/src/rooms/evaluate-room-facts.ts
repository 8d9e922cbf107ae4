import { type BeaconButton, isButton } from '@carewatch/contracts/rooms'
import type { StoredRoomFact } from '@carewatch/contracts/batches'
import type pg from 'pg'
import { type BeaconProfile, type BeaconProfiles, createBeaconProfiles } from '../profiles/beacon-profiles.ts'
import type { RoomChange } from '../alarms/room.ts'
import { callForHelpOf, evaluateRoomFact, roomFactOf } from './evaluate-room-fact.ts'
import { createRoomMemory, type RoomMemory } from './room-memory.ts'
import { silentRooms } from './silent-rooms.ts'
import { isSeen } from './publish-rooms.ts'

/** What is known of beacons, and what the rules remember of them. */
export type RoomContext = {
  profiles: BeaconProfiles
  memory: RoomMemory
  /** Rooms in which something changed that no screen was told of yet. */
  changed: Set<number>
}

export const createRoomContext = (): RoomContext => ({
  profiles: createBeaconProfiles(),
  memory: createRoomMemory(),
  changed: new Set(),
})

/** Where the gateways that heard it stand: where a beacon is that belongs to no room. */
const ROOMS = 'select id, room_id as "roomId" from gateways where id = any($1::int4[])'

async function roomsOfGateways(
  db: pg.ClientBase,
  facts: readonly StoredRoomFact[],
): Promise<Map<number, number | null>> {
  const ids = [...new Set(facts.map(({ gatewayId }) => gatewayId))]
  const { rows } = await db.query<{ id: number; roomId: number | null }>(ROOMS, [ids])
  return new Map(rows.map(({ id, roomId }) => [id, roomId]))
}

/** What the news of beacons mean, in the order it was told. */
export async function evaluateRoomFacts(
  db: pg.ClientBase,
  { profiles, memory, changed }: RoomContext,
  facts: readonly StoredRoomFact[],
): Promise<RoomChange[]> {
  if (facts.length === 0) return []
  const ids = facts.map(({ beaconId }) => beaconId)
  const known = await profiles.load(db, ids)
  await memory.load(db, ids)
  const roomOf = await roomsOfGateways(db, facts)
  const silent = await silentRooms(db)
  return facts.flatMap((stored) => {
    const { beaconId, gatewayId, kind } = stored
    const profile = known.get(beaconId)
    if (!profile || (profile.isStaff && !isButton(kind))) return []
    const roomId = profile.agreed.roomId ?? roomOf.get(gatewayId) ?? null
    if (roomId !== null && isSeen(stored)) changed.add(roomId)
    const place = { roomId, gatewayId, isGatewayOffline: roomId !== null && silent.has(roomId) }
    if (isButton(kind)) return callsForHelp(kind, profile) ? [callForHelpOf(stored, profile, place)] : []
    const fact = roomFactOf(stored, profile)
    return fact ? evaluateRoomFact({ fact, profile, place }, memory) : []
  })
}

/** Of one that somebody carries it is a call of their watch. */
const callsForHelp = (
  button: BeaconButton,
  { isWorn, deviceType, agreed }: Pick<BeaconProfile, 'isWorn' | 'deviceType' | 'agreed'>,
): boolean =>
  !isWorn && (deviceType === 'BUTTON' || deviceType === 'TAG') && (agreed.buttons[button] ?? 'SOS') === 'SOS'
