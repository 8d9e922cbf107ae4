import type { GatewayPlacement } from '@carewatch/contracts/rules/rooms/decide-room'
import type pg from 'pg'

/** Without a word for so long, or for three of its reports, a gateway counts as receiving nothing. */
const SILENT_AFTER_S = 30

const STATUS = `
select g.id, r.id as "roomId", g.rssi_offset as offset, (g.config ->> 'reportIntervalSeconds')::int * 1000 as "reportsEveryMs",
  not g.online or g.last_message_at is null or now() - g.last_message_at
    > greatest(${SILENT_AFTER_S}, 3 * coalesce((g.config ->> 'reportIntervalSeconds')::int, 0)) * interval '1 second' as "isDeaf"
from gateways g left join rooms r on r.id = g.room_id and r.deleted_at is null
where g.is_active and g.deleted_at is null`

export type GatewayStatus = {
  gatewayStatus: ReadonlyMap<number, GatewayPlacement>
  /** Rooms none of whose gateways says anything just now. */
  deafRooms: ReadonlySet<number>
}

/** The gateways as they stand now. */
export async function readGatewayStatus(db: pg.ClientBase): Promise<GatewayStatus> {
  const { rows } = await db.query<GatewayPlacement & { id: number; isDeaf: boolean }>({
    name: 'ears',
    text: STATUS,
  })
  const options = new Set(rows.flatMap(({ roomId, isDeaf }) => (roomId !== null && !isDeaf ? [roomId] : [])))
  const rooms = rows.flatMap(({ roomId }) => roomId ?? [])
  return {
    gatewayStatus: new Map(rows.map(({ id, isDeaf: _, ...gateway }) => [id, gateway])),
    deafRooms: new Set(rooms.filter((id) => !options.has(id))),
  }
}
