import type { WardPerson } from '@carewatch/contracts/http/ward'
import { whereabouts } from '@carewatch/contracts/whereabouts'
import { beacons, rooms } from '@carewatch/migrations/schema/rooms'
import { and } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { visibleRooms } from '../../access/visible.ts'
import { laterOf } from '../../access/worn.ts'
import { isAmong } from '../../http/among.ts'
import { latestFixes } from '../../readings/latest-fixes.ts'
import { beaconsPresent } from '../../rooms/beacons-present.ts'
import type { Services } from '../../services.ts'

type Where = WardPerson['where']
type Home = { lat: number; lng: number } | null
/** A watch that may say where its wearer is, and from when on the viewer may see it. */
type Watch = { id: number; uuid: string; since: Date; home: Home }

/** A place from before says nothing of where somebody is now. */
const SINCE_MS = 86_400_000

/** In which room somebody is by the tag they wear, by the device that it belongs to. */
async function byTags({ db }: Pick<Services, 'db'>, caller: Caller, watches: readonly Watch[]) {
  const ids = watches.map(({ id }) => id)
  const present = await beaconsPresent(db, caller, isAmong(beacons.deviceId, ids))
  const roomIds = present.map(({ roomId }) => roomId)
  const { id, uuid, name } = rooms
  const found = await db
    .select({ id, room: { uuid, name } })
    .from(rooms)
    .where(and(isAmong(rooms.id, roomIds), visibleRooms(caller)))
  const roomOf = new Map(found.map((row) => [row.id, row.room]))
  return new Map(
    present
      .toSorted((one, other) => one.at - other.at)
      .flatMap(({ device, roomId, at }): [string, Where][] => {
        const room = roomOf.get(roomId)
        return device && room ? [[device.uuid, { by: 'tag', room, at: new Date(at) }]] : []
      }),
  )
}

/** Whether a watch is at its home. */
async function byPositions({ facts }: Pick<Services, 'facts'>, watches: readonly Watch[], now: number) {
  const known = watches.filter(({ home }) => home !== null)
  const day = new Date(now - SINCE_MS)
  const positions = await latestFixes(
    facts,
    known.map(({ id, since }) => ({ id, since: laterOf(since, day) })),
  )
  return new Map(
    known.flatMap(({ id, uuid, home }): [string, Where][] => {
      const place = whereabouts({ home, position: positions.get(id) ?? null })
      return place ? [[uuid, { by: 'position', ...place }]] : []
    }),
  )
}

/** Where each of these devices is now: the room that its tag is heard in, before what its own position says. */
export async function readWhere(
  services: Pick<Services, 'db' | 'facts'>,
  caller: Caller,
  { watches, now }: { watches: readonly Watch[]; now: number },
): Promise<Map<string, Where>> {
  const [tags, positions] = await Promise.all([
    byTags(services, caller, watches),
    byPositions(services, watches, now),
  ])
  return new Map([...positions, ...tags])
}
