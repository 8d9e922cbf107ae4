import { FIGURE_DAYS, type CaseFigure } from '@carewatch/contracts/figures'
import {
  FIGURE_DAYS_MAX,
  IN_TIME_SECONDS,
  type alarmFigures as contract,
} from '@carewatch/contracts/http/alarm-figures'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq, gte, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { type Range, rangeOf } from '../http/range.ts'

/** Which alarms the figures are about. */
export type Counted = Range & { branchId: number | null; which: SQL | undefined }

export async function countedOf(
  db: Db,
  viewer: Viewer,
  { branch: uuid, ...asked }: Input<typeof contract>['query'],
): Promise<Counted> {
  const { from, to } = rangeOf(asked, { usual: FIGURE_DAYS, most: FIGURE_DAYS_MAX })
  const branchId = uuid === undefined ? null : (await getVisibleBranch(db, viewer, uuid)).id
  const which = and(
    gte(alarms.openedAt, from),
    lt(alarms.openedAt, to),
    eq(alarms.rehearsal, false),
    branchId === null ? undefined : eq(alarms.branchId, branchId),
    visibleAlarms(viewer),
  )
  return { from, to, branchId, which }
}

/** About people: what concerns the devices themselves wakes nobody and would hide how the others are answered. */
export const isAboutPeople = sql`${alarms.category} <> 'TECHNICAL'`
export const isClosed = sql`${alarms.closedAt} is not null`
export const isFalse = sql`${alarms.closedAt} is not null and ${alarms.cause} = 'FALSE_ALARM'`

/** Since somebody could know of it: what a watch told late nobody could answer earlier. */
const since = (column: SQL): SQL =>
  sql`greatest(0, date_part('epoch', ${column} - case when ${alarms.late} then ${alarms.createdAt} else ${alarms.openedAt} end))`

const first = (table: SQL, column: SQL): SQL => sql`(select min(${column}) from ${table})`
const isOfAlarm = eq(deliveries.alarmId, alarms.id)
/** A provider took it, by itself or gathered with others; what lies on a screen nobody may have seen. */
export const isTaken = or(
  isNotNull(deliveries.gatheredInId),
  and(ne(deliveries.channel, 'IN_APP'), inArray(deliveries.state, ['SENT', 'DELIVERED'])),
)
const receipts = sql`${alarmReceipts} where ${eq(alarmReceipts.alarmId, alarms.id)}`

/** When, and who: of each message that a provider took, and each screen that is known to have shown it. */
export const tellings = sql`(select coalesce(${deliveries.sentAt}, ${deliveries.createdAt}) as at, ${deliveries.userId} as person, ${deliveries.relativeId} as contact
    from ${deliveries} where ${and(isOfAlarm, isTaken)}
  union all select least(${alarmReceipts.shownAt}, ${alarmReceipts.seenAt}), ${alarmReceipts.userId}, null from ${receipts}) told`

const answeredAt = sql`case when ${alarms.acknowledgedById} is not null then ${alarms.acknowledgedAt} end`
const inTime = sql`coalesce(${since(answeredAt)} <= ${IN_TIME_SECONDS} and ${answeredAt} is not null, false)`

/** `at`: the moment whose seconds it is about. */
type Figure = { at: SQL; isCounted: SQL }

const ofPeople = (at: SQL, isCounted: SQL): Figure => ({
  at,
  isCounted: sql`${isAboutPeople} and ${isCounted}`,
})
const reached = (at: SQL): Figure => ofPeople(at, sql`${at} is not null`)

/** Each figure once: what counts it also lists it. */
export const figures: Record<CaseFigure, Figure> = {
  every: { at: answeredAt, isCounted: sql`true` },
  alarms: ofPeople(answeredAt, sql`true`),
  notified: reached(first(tellings, sql`told.at`)),
  seen: reached(first(receipts, sql`${alarmReceipts.seenAt}`)),
  bedside: reached(first(receipts, sql`${alarmReceipts.bedsideAt}`)),
  acknowledged: reached(answeredAt),
  inTime: ofPeople(answeredAt, inTime),
  notInTime: ofPeople(answeredAt, sql`not ${inTime}`),
  resolved: ofPeople(sql`${alarms.closedAt}`, isClosed),
  falseAlarms: ofPeople(sql`${alarms.closedAt}`, isFalse),
}

/** How long it took, where it happened. */
export const secondsOf = ({ at }: Figure): SQL => sql`case when ${at} is not null then ${since(at)} end`

export const percentilesOf = ({ at, isCounted }: Figure): SQL =>
  sql`percentile_cont(array[0.5, 0.9]) within group (order by ${since(at)}) filter (where ${isCounted})`

const hour = sql`date_part('hour', ${alarms.openedAt} at time zone coalesce(${branches.timeZone}, 'UTC'))`
export const shift = sql`case when ${hour} >= 7 and ${hour} < 15 then 'DAY' when ${hour} >= 15 and ${hour} < 23 then 'EVENING' else 'NIGHT' end`
