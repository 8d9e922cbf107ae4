import type * as calibration from '@carewatch/contracts/http/calibration'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq, inArray } from 'drizzle-orm'
import type { Examples } from '../testing/example.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'
import { addBeacon, addSighting } from '../testing/rooms.ts'

/** It said something just now, as one must that a walk is to count with. */
export const speaks = (harness: Harness, gateway: { id: number }, lastMessageAt = new Date()) =>
  harness.db.update(gateways).set({ online: true, lastMessageAt }).where(eq(gateways.id, gateway.id))

/** A walk through the room that began a minute ago, with a tag of its own. */
export async function addWalk(
  { branch, room, gateway, people }: CompanyFixture,
  harness: Harness,
  { secondsAgo = 60, readings = 20 } = {},
) {
  await speaks(harness, gateway)
  const beacon = await addBeacon(harness, { branchId: branch.id })
  const startedAt = new Date(Date.now() - secondsAgo * 1_000)
  const values = {
    branchId: branch.id,
    roomId: room.id,
    beaconId: beacon.id,
    userId: people.MANAGER.id,
    startedAt,
  }
  const [walk] = await harness.db.insert(roomWalks).values(values).returning()
  if (!walk) throw new Error('The insert answered no row.')
  for (let each = 0; each < readings; each++)
    await addSighting(harness, { gateway, beacon, secondsAgo: secondsAgo - 1 - each })
  return { ...walk, beacon }
}

/** Those that other examples have added to the branch, too. */
function allSpeak(harness: Harness, { branch }: CompanyFixture) {
  const own = harness.db.select({ id: rooms.id }).from(rooms).where(eq(rooms.branchId, branch.id))
  return harness.db
    .update(gateways)
    .set({ online: true, lastMessageAt: new Date(), config: {} })
    .where(inArray(gateways.roomId, own))
}

async function walkThatCounts(fixture: CompanyFixture, harness: Harness) {
  const { uuid } = await addWalk(fixture, harness)
  await allSpeak(harness, fixture)
  return { params: { uuid } }
}

export const examples: Examples<typeof calibration> = {
  calibration: { of: 'row', ask: ({ branch }) => ({ params: { uuid: branch.uuid } }) },
  startWalk: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { branch, room } = fixture
      const { uuid } = await addBeacon(harness, { branchId: branch.id })
      await allSpeak(harness, fixture)
      return { body: { roomUuid: room.uuid, beaconUuid: uuid } }
    },
  },
  walkProgress: {
    of: 'row',
    ask: walkThatCounts,
  },
  finishWalk: {
    of: 'row',
    ask: walkThatCounts,
  },
  discardWalk: {
    of: 'row',
    ask: walkThatCounts,
  },
}
