import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { BYTES_SHOWN, type unreadMessages } from '@carewatch/contracts/http/unread-messages'
import { devices } from '@carewatch/migrations/schema/devices'
import { rejectedMessages as kept } from '@carewatch/migrations/schema/readings'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { isLike, isVisible, keptMessages } from './alike.ts'
import { findAlike } from './find-alike.ts'
import { textOf } from './text-of.ts'

type Asked = Input<typeof unreadMessages>['params'] & Input<typeof unreadMessages>['query']
type Row = {
  id: number
  at: number
  device: string | null
  deviceName: string | null
  gateway: string | null
  gatewayName: string | null
  bytes: Buffer
  size: number
}

const messageOf = ({ id, at, bytes, size, ...row }: Row) => ({
  id,
  receivedAt: new Date(at),
  device: row.device === null ? null : { uuid: row.device, name: row.deviceName ?? '' },
  gateway: row.gateway === null ? null : { uuid: row.gateway, name: row.gatewayName ?? '' },
  hex: bytes.toString('hex'),
  text: textOf(bytes),
  size,
})

/** Messages that are counted together with this one, the newest first, with their bytes. */
export async function listUnreadMessages(
  db: Db,
  viewer: Viewer,
  { message, before, size, device }: Asked,
): Promise<Reply<typeof unreadMessages>> {
  return asItself(db, async () => {
    const group = await findAlike(db, viewer, message)
    const isAsked = and(
      isLike(group),
      isVisible(viewer),
      before === undefined ? undefined : lt(kept.id, before),
      device === undefined ? undefined : eq(devices.uuid, device),
    )
    const { rows } = await db.execute<Row>(sql`
      select ${kept.id}::float8 as id, (extract(epoch from ${kept.receivedAt}) * 1000)::float8 as at, ${devices.uuid} as device, ${devices.name} as "deviceName",
        ${gateways.uuid} as gateway, ${gateways.name} as "gatewayName",
        substring(${kept.payload} for ${BYTES_SHOWN}::int) as bytes, octet_length(${kept.payload}) as size
      from ${keptMessages} where ${isAsked} order by ${kept.id} desc limit ${size + 1}`)
    const shown = rows.slice(0, size)
    return {
      group,
      messages: shown.map(messageOf),
      next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
    }
  })
}
