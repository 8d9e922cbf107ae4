import type { presences as contract } from '@carewatch/contracts/http/rooms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, presences, rooms } from '@carewatch/migrations/schema/rooms'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Caller, Viewer } from '../access/viewer.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'
import { visibleBeacons } from '../access/visible.ts'
import { pageOf } from '../http/paging.ts'
import type { Services } from '../services.ts'
import { Refusal } from '@carewatch/contracts/refusal'
import { getVisibleRoom } from '../gateways-and-beacons/visible-entity.ts'

const DAY_MS = 86_400_000

async function getVisibleBeacon(db: Db, viewer: Viewer, uuid: string) {
  const [beacon] = await db
    .select({ id: beacons.id })
    .from(beacons)
    .where(and(eq(beacons.uuid, uuid), visibleBeacons(viewer)))
  if (!beacon) throw new Refusal('notFound')
  return beacon
}

/** Who was where, as it was decided; what was not over before the span and began in it. */
export async function listPresences(
  services: Pick<Services, 'db' | 'log'>,
  caller: Caller,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const { beaconUuid, roomUuid, to = new Date() } = query
  const from = query.from ?? new Date(to.getTime() - DAY_MS)
  const beacon = beaconUuid ? await getVisibleBeacon(db, caller, beaconUuid) : undefined
  const room = roomUuid ? await getVisibleRoom(db, caller, roomUuid) : undefined
  const rows = await db
    .select({
      beacon: { uuid: beacons.uuid, name: beacons.name, macAddress: beacons.mac },
      device: { uuid: devices.uuid, name: devices.name, companyId: devices.companyId },
      room: { uuid: rooms.uuid, name: rooms.name },
      wearer: wearerOfDevice(caller, presences.since),
      unknown: presences.unknown,
      since: presences.since,
      until: presences.until,
      confidence: presences.confidence,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(presences)
    .innerJoin(beacons, eq(beacons.id, presences.beaconId))
    .leftJoin(devices, and(eq(devices.id, beacons.deviceId), isNull(devices.deletedAt)))
    .leftJoin(rooms, eq(rooms.id, presences.roomId))
    .where(
      and(
        visibleBeacons(caller),
        // Where it was before, with somebody under care, remains.
        or(isNull(beacons.staffId), lt(presences.since, beacons.staffSince)),
        beacon && eq(presences.beaconId, beacon.id),
        room && eq(presences.roomId, room.id),
        lt(presences.since, to),
        or(isNull(presences.until), gt(presences.until, from)),
      ),
    )
    .orderBy(desc(presences.since), desc(presences.id))
    .limit(pageOf(query).limit)
    .offset(pageOf(query).offset)
  return { presences: rows, total: rows[0]?.total ?? 0 }
}
