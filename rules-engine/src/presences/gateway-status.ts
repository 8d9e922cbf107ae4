import type { GatewayPlacement } from '@carewatch/contracts/rules/rooms/whereabouts'
import type pg from 'pg'

/** Without a word for so long, or for three of its reports, a gateway counts as receiving nothing. */
const SILENT_AFTER_S = 30
/** What it has not received for so long it may only not have reported; one whose connection went may be back by then. */
const QUIET_AFTER_S = 10
/** One that was told nothing may report once a minute: connected and silent, it is down after three. */
const REPORTS_EVERY_S = 60

const silentFor = (seconds: number, usual = 0): string =>
  `now() - g.last_message_at > greatest(${seconds}, 3 * coalesce((g.config ->> 'reportIntervalSeconds')::int, ${usual})) * interval '1 second'`

const STATUS = `
select *, not online or last_message_at is null or is_silent as "isDeaf",
  case when last_message_at is null or is_down or (not online and is_quiet) then 'down' when not online or is_quiet then 'quiet' else 'up' end as state
from (
  select g.id, r.id as "roomId", r.branch_id as "branchId", g.rssi_offset as offset, g.online, g.last_message_at,
    (g.config ->> 'reportIntervalSeconds')::int * 1000 as "reportsEveryMs", extract(epoch from g.last_message_at)::float8 * 1000 as "lastMessageAt", ${silentFor(SILENT_AFTER_S)} as is_silent, ${silentFor(SILENT_AFTER_S, REPORTS_EVERY_S)} as is_down, ${silentFor(QUIET_AFTER_S)} as is_quiet
  from gateways g left join rooms r on r.id = g.room_id and r.deleted_at is null
  where g.is_active and g.deleted_at is null) known`

export type PlacedGateway = GatewayPlacement & {
  /** Of its room. */
  branchId: number | null
}

export type GatewayStatus = {
  gatewayStatus: ReadonlyMap<number, PlacedGateway>
  /** Rooms none of whose gateways says anything just now. */
  deafRooms: ReadonlySet<number>
}

type Row = PlacedGateway & { id: number; isDeaf: boolean }

/** The gateways as they stand now. */
export async function readGatewayStatus(db: pg.ClientBase): Promise<GatewayStatus> {
  const { rows } = await db.query<Row>({ name: 'ears', text: STATUS })
  const options = new Set(rows.flatMap(({ roomId, isDeaf }) => (roomId !== null && !isDeaf ? [roomId] : [])))
  const rooms = rows.flatMap(({ roomId }) => roomId ?? [])
  return {
    gatewayStatus: new Map(
      rows.map(({ id, roomId, branchId, offset, reportsEveryMs, lastMessageAt, state }) => [
        id,
        { roomId, branchId, offset, reportsEveryMs, lastMessageAt, state },
      ]),
    ),
    deafRooms: new Set(rooms.filter((id) => !options.has(id))),
  }
}
