import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allModels as contract } from '@carewatch/contracts/http/models'
import { formatNames, formatOf } from '@carewatch/contracts/formats'
import type { Db } from '@carewatch/platform/database/client'
import { deviceModels } from '@carewatch/migrations/schema/devices'
import { inArray, notInArray, sql } from 'drizzle-orm'
import { isAmong } from '../../http/among.ts'
import type { List } from '../../http/order.ts'
import { inOrder, pickPage } from '../../http/pick.ts'
import { contains } from '../../http/search.ts'
import { formatOfModel } from './model.ts'

const list: List = {
  of: deviceModels,
  sortable: { name: deviceModels.name, format: deviceModels.format },
  usual: 'name',
}

const ofGateways = formatNames.filter((name) => formatOf(name).kind === 'GATEWAY')
const isOf = {
  GATEWAY: inArray(deviceModels.format, ofGateways),
  DEVICE: notInArray(deviceModels.format, ofGateways),
}

/** What each model reports and can be told. */
export async function listModels(db: Db, { query }: Input<typeof contract>): Promise<Reply<typeof contract>> {
  const { ids, total } = await pickPage(db, list, {
    query,
    where: query.kind && isOf[query.kind],
    found: query.search ? contains(sql`lower(${deviceModels.name})`, query.search) : undefined,
  })
  const rows = await db.select().from(deviceModels).where(isAmong(deviceModels.id, ids))
  return {
    models: inOrder(ids, rows, ({ id }) => id).map(({ uuid, name, format }) => {
      const { reports, events, commands, settings, config, ...rest } = formatOfModel(format)
      return {
        uuid,
        name,
        format,
        ...rest,
        reports: [...reports],
        events: [...events],
        commands: [...commands],
        settings: [...settings],
        config: [...config],
      }
    }),
    total,
  }
}
