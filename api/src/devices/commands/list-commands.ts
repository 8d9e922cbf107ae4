import type { CommandState } from '@carewatch/contracts/commands'
import type { deviceCommands as contract } from '@carewatch/contracts/http/device-commands'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { isAmong } from '../../http/among.ts'
import type { List } from '../../http/order.ts'
import { inOrder, pickPage } from '../../http/pick.ts'
import { contains } from '../../http/search.ts'
import { toCommand } from './commands.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'
import { nameBy } from '../../access/name-of.ts'

const stateNow = sql<CommandState>`case when ${deviceCommands.state} in ('QUEUED', 'SENT')
  and ${deviceCommands.doneAt} is null and ${deviceCommands.expiresAt} <= now() then 'EXPIRED' else ${deviceCommands.state} end`

const list: List = {
  of: deviceCommands,
  sortable: { createdAt: deviceCommands.createdAt, kind: deviceCommands.kind, state: stateNow },
  usual: '-createdAt',
}

/** What a watch was told and what came of it. */
export async function listCommands(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const device = await getVisibleDevice(db, viewer, { uuid: params.uuid })
  const where = and(
    eq(deviceCommands.deviceId, device.id),
    gte(deviceCommands.createdAt, device.changedSince),
    query.state && eq(stateNow, query.state),
    query.kind && eq(deviceCommands.kind, query.kind),
  )
  const found = query.search ? contains(sql`lower(${deviceCommands.kind})`, query.search) : undefined
  const { ids, total } = await pickPage(db, list, { query, where, found })
  const rows = await db
    .select({ command: deviceCommands, by: nameBy(deviceCommands.userId) })
    .from(deviceCommands)
    .where(isAmong(deviceCommands.id, ids))
  const now = new Date()
  const ordered = inOrder(ids, rows, ({ command }) => command.id)
  return { commands: ordered.map(({ command, by }) => toCommand(command, by, now)), total }
}
