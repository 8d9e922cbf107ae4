import { type CaseFigure } from '@carewatch/contracts/figures'
import type { alarmFigureCases } from '@carewatch/contracts/http/alarm-figures'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { wearerOfAlarm } from '../access/wearer-summary.ts'
import { selectAlarms, toAlarm } from '../alarms/alarm-rows.ts'
import { isAmong } from '../http/among.ts'
import { pageOf } from '../http/paging.ts'
import { inOrder } from '../http/pick.ts'
import { countedOf, figures, secondsOf, shift, tellings } from './counted.ts'

type Query = Input<typeof alarmFigureCases>['query']
type Row = {
  id: number
  seconds: number | null
  person: { firstName: string; lastName: string } | null
  relative: string | null
}

/** The rows of a branch and a shift, or of what a watch rang for, as the figures group them. */
const grouped = ({ branch, shift: hours, device, wearer, kind, direction }: Query): SQL | undefined =>
  and(
    branch === undefined
      ? undefined
      : branch === 'none'
        ? isNull(alarms.branchId)
        : eq(branches.uuid, branch),
    hours === undefined ? undefined : sql`${shift} = ${hours}`,
    device === undefined
      ? undefined
      : sql`${alarms.deviceId} = (select ${devices.id} from ${devices} where ${eq(devices.uuid, device)})`,
    wearer === undefined ? undefined : sql`coalesce(${wearerOfAlarm()} ->> 'uuid', 'none') = ${wearer}`,
    kind && eq(alarms.kind, kind),
    direction && eq(alarms.direction, direction),
  )

const firstTold = (column: SQL): SQL =>
  sql`(select ${column} from ${tellings} where told.at is not null order by told.at limit 1)`
const firstReceipt = (at: SQL): SQL =>
  sql`(select ${alarmReceipts.userId} from ${alarmReceipts} where ${eq(alarmReceipts.alarmId, alarms.id)} and ${at} is not null order by ${at} limit 1)`

const answeredBy = sql`${alarms.acknowledgedById}`
const endedBy = sql`${alarms.closedById}`
/** Whose account did what the seconds of a figure run to. */
const accounts: Record<CaseFigure, SQL> = {
  every: answeredBy,
  alarms: answeredBy,
  notified: firstTold(sql`told.person`),
  seen: firstReceipt(sql`${alarmReceipts.seenAt}`),
  bedside: firstReceipt(sql`${alarmReceipts.bedsideAt}`),
  acknowledged: answeredBy,
  inTime: answeredBy,
  notInTime: answeredBy,
  resolved: endedBy,
  falseAlarms: endedBy,
}

/** Somebody's contact without an account may be who was told first. */
const relativeOf = (figure: CaseFigure): SQL =>
  figure === 'notified'
    ? sql`(select ${relatives.name} from ${relatives} where ${relatives.id} = ${firstTold(sql`told.contact`)})`
    : sql`null`

/** The alarms that a figure counts, by the words that count them; first what nobody did yet, then the slowest. */
export async function readFigureCases(
  db: Db,
  viewer: Viewer,
  { query }: { query: Query },
): Promise<Reply<typeof alarmFigureCases>> {
  const { from, to } = query
  const counted = await countedOf(db, viewer, { from, to })
  const figure = figures[query.figure]
  const { limit, offset } = pageOf(query)
  const of = sql`from ${alarms} left join ${branches} on ${eq(branches.id, alarms.branchId)}
    where ${and(counted.which, figure.isCounted, grouped(query))}`
  const total = await db.execute<{ total: number }>(sql`select count(*)::int as total ${of}`)
  // unscoped: of alarms that the viewer sees, of which their pages name whoever was told
  const { rows } = await db.execute<Row>(sql`
    select page.id, page.seconds, account_name(${accounts[query.figure]}) as person, ${relativeOf(query.figure)} as relative
    from (select ${alarms.id} as id, ${secondsOf(figure)} as seconds ${of}
      order by 2 desc nulls first, 1 desc limit ${limit} offset ${offset}) page
      inner join ${alarms} on ${alarms.id} = page.id`)
  const ids = rows
    .toSorted((one, other) => slowness(other) - slowness(one) || other.id - one.id)
    .map(({ id }) => id)
  const found = await selectAlarms(db, viewer).where(isAmong(alarms.id, ids))
  const cases = inOrder(ids, found, ({ alarm }) => alarm.id).map((row) => {
    const { seconds = null, person, relative = null } = rows.find(({ id }) => id === row.alarm.id) ?? {}
    return { ...toAlarm(row), seconds, by: person ? fullName(person) : relative }
  })
  return { from: counted.from, to: counted.to, cases, total: total.rows[0]?.total ?? 0 }
}

const slowness = ({ seconds }: Row): number => seconds ?? Number.MAX_VALUE
