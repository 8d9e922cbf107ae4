import { commandKinds } from '@carewatch/contracts/commands'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allModels as contract } from '@carewatch/contracts/http/models'
import { metricNames } from '@carewatch/contracts/metrics'
import type { Db } from '@carewatch/migrations/client'
import { deviceModels } from '@carewatch/migrations/schema/devices'
import { sql } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains } from '../http/search.ts'

const list: List = {
  of: deviceModels,
  sortable: { name: deviceModels.name, format: deviceModels.format },
  usual: 'name',
}

const isOfSleep = (name: string): boolean => name.startsWith('sleep')

/** What each model measures and can be told. */
export async function listModels(db: Db, { query }: Input<typeof contract>): Promise<Reply<typeof contract>> {
  const { ids, total } = await pickPage(db, list, {
    query,
    where: undefined,
    found: query.search ? contains(sql`lower(${deviceModels.name})`, query.search) : undefined,
  })
  const rows = await db.select().from(deviceModels).where(isAmong(deviceModels.id, ids))
  return {
    models: inOrder(ids, rows, ({ id }) => id).map(({ uuid, name, format, hasSleep }) => ({
      uuid,
      name,
      format,
      reports: metricNames.filter((metric) => hasSleep || !isOfSleep(metric)),
      commands: [...commandKinds],
    })),
    total,
  }
}
