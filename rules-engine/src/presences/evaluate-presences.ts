import { leftBarely } from '@carewatch/contracts/rules/rooms/whereabouts'
import type { EvaluationContext } from '../evaluate/evaluate-batches.ts'
import type { GatewayStatus } from './gateway-status.ts'
import type { RoomChange } from '../alarms/room.ts'
import { evaluateRoomFact } from '../rooms/evaluate-room-fact.ts'
import type { RoomContext } from '../rooms/evaluate-room-facts.ts'
import { silentRooms } from '../rooms/silent-rooms.ts'
import type { AllWhereabouts } from './whereabouts.ts'

type Parts = { db: EvaluationContext['db']; rooms: RoomContext; now: number }
type Place = ReturnType<AllWhereabouts['all']>[number]

/** What follows from where everybody is, though nobody moved: the clock goes on. */
export async function evaluatePresences(
  { db, rooms: { profiles, memory }, now }: Parts,
  all: readonly Place[],
  { deafRooms }: GatewayStatus,
): Promise<RoomChange[]> {
  const ids = all.map(({ beaconId }) => beaconId)
  const known = await profiles.load(db, ids)
  await memory.load(db, ids)
  const silent = await silentRooms(db)
  return all.flatMap(({ beaconId, lastRoomId, unknown, ...place }) => {
    const profile = known.get(beaconId)
    if (!profile || !isFollowed(profile)) return []
    const at = place.roomId ?? lastRoomId
    // Of whom nobody knows where they are, nothing is raised and nothing cleared either.
    const isGatewayOffline = unknown !== null || (at !== null && (silent.has(at) || deafRooms.has(at)))
    const left = leftBarely(place.left, now)
    const fact = { type: 'presence', ...place, left, time: now, isLate: false } as const
    return evaluateRoomFact(
      { fact, profile, place: { roomId: at, gatewayId: null, isGatewayOffline } },
      memory,
    )
  })
}

type Followed = { isWorn: boolean; isStaff: boolean; deviceType: string }

/** A sensor stays where it was fixed, wherever it is heard best; staff go where they are needed. */
const isFollowed = ({ isWorn, isStaff, deviceType }: Followed): boolean =>
  isWorn || (deviceType === 'TAG' && !isStaff)
