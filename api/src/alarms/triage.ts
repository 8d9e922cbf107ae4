import { cries, gravestFirst, rankOf as rankOfOne } from '@carewatch/contracts/triage'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { and, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Triage } from '../http/order.ts'

const texts = (values: readonly string[]): SQL =>
  sql.raw(`array[${values.map((each) => `'${each}'`).join(', ')}]`)

const rankOf = (kind: AnyPgColumn, severity: AnyPgColumn): SQL =>
  sql`coalesce(array_position(${texts(cries)}, ${kind}), ${sql.raw(String(cries.length))} + array_position(${texts(gravestFirst)}, ${severity})) - 1`

/** Of `alarms`: how grave each is, as `rankOf` of the contracts has it. */
export const gravity = rankOf(alarms.kind, alarms.severity).mapWith(Number)

/** Of `alarms`: this one, and what is no graver: what calls louder than what somebody saw, they did not answer. */
export const noGraverThan = (alarm: Parameters<typeof rankOfOne>[0] & { id: number }): SQL =>
  sql`(${alarms.id} = ${alarm.id} or ${gravity} >= ${rankOfOne(alarm)})`

const millis = (at: AnyPgColumn | SQL): SQL => sql`extract(epoch from ${at}) * 1000`

/** It goes on, or nobody has answered it. */
export const wantsSomebody = and(isNull(alarms.closedAt), or(isNull(alarms.acknowledgedAt), alarms.active))

const isOver = sql`(${alarms.closedAt} is not null or (${alarms.acknowledgedAt} is not null and not ${alarms.active}))`
const nextStepAt = sql`(select ${escalations.dueAt} from ${escalations} where ${escalations.alarmId} = ${alarms.id})`

/** `triageKey` of `contracts/src/triage.ts`, number for number. */
const keyOfAlarm = sql`case when ${isOver} then array[2, 0, 0, 0, -${millis(alarms.openedAt)}, -${alarms.id}]::float8[] else array[
  (${alarms.acknowledgedAt} is not null)::int, ${rankOf(alarms.kind, alarms.severity)}, (not ${alarms.active})::int,
  coalesce(${millis(nextStepAt)}, 'infinity'), ${millis(alarms.openedAt)}, ${alarms.id}]::float8[] end`

const open = alias(alarms, 'open_alarm')
const isNoRehearsal = sql`not ${open.rehearsal}`

function idsOfOpen(which: SQL | undefined): SQL {
  // unscoped: a condition beside the scope of the list that asks for it
  return sql`select ${open.id} from ${alarms} ${open} where ${and(isNull(open.closedAt), which)}`
}

/** Each by the index that holds nothing else. */
const idsOfAllOpen = sql.join(
  [
    and(isNotNull(open.deviceId), isNoRehearsal),
    sql`${open.rehearsal}`,
    and(isNotNull(open.gatewayId), isNull(open.deviceId), isNull(open.beaconId), isNoRehearsal),
    and(isNotNull(open.beaconId), isNull(open.deviceId), isNoRehearsal),
    sql`${open.kind} = 'OUTAGE'`,
  ].map(idsOfOpen),
  sql` union all `,
)

export const alarmTriage: Triage = {
  key: keyOfAlarm,
  isOpen: sql`${alarms.id} = any(array(${idsOfAllOpen}))`,
  isOver: sql`${alarms.closedAt} is not null`,
  newest: alarms.openedAt,
}

const isDone = sql`${tasks.status} = 'DONE'`

/** `tasksByTriage`, number for number. */
const keyOfTask = sql`case when ${isDone} then array[2, 0, 0, 0, -${millis(tasks.updatedAt)}, -${tasks.id}]::float8[] else array[
  (${tasks.status} <> 'OPEN')::int, ${rankOf(tasks.alertType, tasks.severity)}, 0, ${millis(tasks.dueAt)}, ${millis(tasks.createdAt)}, ${tasks.id}]::float8[] end`

export const taskTriage: Triage = {
  key: keyOfTask,
  isOpen: sql`${tasks.status} in ('OPEN', 'IN_PROGRESS', 'DEFERRED')`,
  isOver: isDone,
  newest: tasks.updatedAt,
}
