import type { StoredRoomFact } from '@carewatch/contracts/batches'
import { liveTopic } from '@carewatch/contracts/topics'
import type pg from 'pg'
import type { Publish } from '../alarms/publish.ts'

/** A screen needs no more. */
const AT_MOST_EVERY_MS = 1_000
const MAX_ROOMS = 200

const PLACES = `
select c.uuid as "companyUuid", b.uuid as "branchUuid", r.uuid as "roomUuid" from rooms r join branches b on b.id = r.branch_id
join companies c on c.id = b.company_id where r.id = any($1::int4[])`

type Place = { companyUuid: string; branchUuid: string; roomUuid: string }

/** What a sensor measures changes all the time; that a door opened is news. */
export const isSeen = ({ kind, time, since }: StoredRoomFact): boolean =>
  time === since && kind !== 'temperature' && kind !== 'humidity' && kind !== 'battery'

/** Tells the screens of each branch in which rooms something changed, at most once a second; what is not due yet is told by the next who asks. */
export function createRoomPublisher(publish: Publish) {
  let publishedAt = 0

  return async (db: pg.ClientBase, changed: Set<number>, now: number): Promise<void> => {
    if (changed.size === 0 || now - publishedAt < AT_MOST_EVERY_MS) return
    const due = [...changed]
    changed.clear()
    publishedAt = now
    const { rows } = await db.query<Place>(PLACES, [due])
    for (const [branchUuid, places] of Map.groupBy(rows, (place) => place.branchUuid)) {
      const roomUuids = places.slice(0, MAX_ROOMS).map(({ roomUuid }) => roomUuid)
      publish(liveTopic.rooms(places[0]?.companyUuid ?? 'none'), { type: 'rooms', branchUuid, roomUuids })
    }
  }
}
