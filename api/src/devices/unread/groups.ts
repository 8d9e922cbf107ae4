import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { UnreadGroup, unreadGroups } from '@carewatch/contracts/http/unread-messages'
import { devices } from '@carewatch/migrations/schema/devices'
import { rejectedMessages as kept } from '@carewatch/migrations/schema/readings'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { pageOf } from '../../http/paging.ts'
import { alike, codeOf, isVisible } from './alike.ts'

const MODELS_MAX = 200

type Query = Input<typeof unreadGroups>['query']
type Counted = Omit<UnreadGroup, 'firstAt' | 'lastAt'> & { first: number; last: number }

/** Counted of each sender, and then named: there are few of them beside their messages. */
const counted = (viewer: Viewer, days: number, device: string | undefined): SQL => sql`
  of_each as (select ${kept.deviceId} as device, ${kept.gatewayId} as gateway, ${kept.format} as format,
      ${kept.opcode} as opcode, ${alike.reason} as reason, ${kept.detail} as detail, max(${kept.id}) as id,
      count(*) as messages, min(${kept.receivedAt}) as first, max(${kept.receivedAt}) as last
    from ${kept} where ${kept.receivedAt} > now() - make_interval(days => ${days}::int)${
      device === undefined
        ? sql``
        : sql` and ${kept.deviceId} = (select ${devices.id} from ${devices} where ${devices.uuid} = ${device})`
    }
    group by 1, 2, 3, 4, 5, 6),
  named as materialized (select ${alike.model} as model, of_each.device is null as gateway, coalesce(of_each.device, of_each.gateway) as sender,
      format, opcode, reason, ${codeOf(sql`reason`, sql`detail`)} as code, of_each.id, messages, first, last
    from of_each left join ${devices} on ${devices.id} = of_each.device
      left join ${gateways} on ${gateways.id} = of_each.gateway
    where ${isVisible(viewer, sql`of_each.first`)})`

/** What could not be read, counted by what is alike; the most frequent first. */
export async function listUnreadGroups(
  db: Db,
  viewer: Viewer,
  { days, model, reason, device, ...paging }: Query,
): Promise<Reply<typeof unreadGroups>> {
  const { limit, offset } = pageOf(paging)
  const isAsked = and(
    model === undefined ? undefined : sql`model = ${model}`,
    reason && sql`reason = ${reason}`,
  )
  // unscoped: counted of each sender, and none is named or counted further but those of `isVisible`
  const { rows } = await asItself(db, () =>
    db.execute<{ models: string[]; total: number; groups: Counted[] }>(sql`
      with ${counted(viewer, days, device)},
      of_sender as (select model, gateway, format, opcode, reason, code, sender, max(id) as id, sum(messages) as messages,
          min(first) as first, max(last) as last
        from named where ${isAsked ?? sql`true`} group by 1, 2, 3, 4, 5, 6, 7),
      kinds as materialized (select model, gateway as "isGateway", format, opcode, reason, code, max(id) as id,
          sum(messages)::int as messages, count(*)::int as devices,
          extract(epoch from min(first)) * 1000 as first, extract(epoch from max(last)) * 1000 as last
        from of_sender group by 1, 2, 3, 4, 5, 6),
      asked as (select * from kinds
        order by messages desc, model, "isGateway", format, opcode, reason, code limit ${limit} offset ${offset})
      select array(select distinct model from named order by 1 limit ${MODELS_MAX}) as models,
        (select count(*)::int from kinds) as total, coalesce((select json_agg(asked) from asked), '[]') as groups`),
  )
  const { models, total, groups } = rows[0] ?? { models: [], total: 0, groups: [] }
  return {
    groups: groups.map(({ first, last, ...group }) => ({
      ...group,
      firstAt: new Date(first),
      lastAt: new Date(last),
    })),
    total,
    models,
  }
}
