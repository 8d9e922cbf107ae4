import type { GatewayPlacement } from '@carewatch/contracts/rules/rooms/levels'
import type pg from 'pg'
import { OFFLINE_AFTER } from '../alarms/gateway-offline.ts'

/** Without a word for so long, or for three of its reports, nothing that a gateway does not receive says anything. */
const DEAF_AFTER_S = 30
/** So long it may be that only its beacons are silent. */
const QUIET_AFTER_S = 10
/** What is back sooner was not down. */
const BLIP_S = 30

const REPORTS_S = "coalesce((g.config ->> 'reportIntervalSeconds')::int, 0)"
const SILENCE = 'now() - g.last_message_at'

/** Down is whose line is lost and not back in a moment, or of which GATEWAY_OFFLINE is told: a gateway that speaks seldom, or hears nobody, is not. */
const STATUS = `
select g.id, r.id as "roomId", g.branch_id as "branchId", g.rssi_offset as offset,
  (g.config ->> 'reportIntervalSeconds')::int * 1000 as "reportsEveryMs",
  coalesce(extract(epoch from greatest(${SILENCE}, interval '0'))::float8 * 1000, 'infinity') as "silentMs", case
    when g.last_message_at is null or ${SILENCE} > ${OFFLINE_AFTER} or (not g.online and ${SILENCE} > ${BLIP_S} * interval '1 second') then 'down'
    when not g.online or ${SILENCE} > greatest(${QUIET_AFTER_S}, 2 * ${REPORTS_S}) * interval '1 second' then 'quiet'
    else 'awake' end as work,
  not g.online or g.last_message_at is null
    or ${SILENCE} > greatest(${DEAF_AFTER_S}, 3 * ${REPORTS_S}) * interval '1 second' as "isDeaf"
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
