import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { IncidentDetail, incidentDetail } from '@carewatch/contracts/http/incidents'
import { groupsReached } from '@carewatch/contracts/escalation'
import { byGravity } from '@carewatch/contracts/triage'
import type { Db } from '@carewatch/platform/database/client'
import { notifications } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { and, asc, isNotNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { type AlarmRow, toAlarm } from '../alarms/alarm-rows.ts'
import { fenceOf, historyOf, messagesOf, wearerUuidOf } from '../alarms/detail.ts'
import { isAmong } from '../http/among.ts'
import { getVisibleIncident, type VisibleIncident } from './visible-incident.ts'
import { inOneStory } from './story.ts'

async function entriesOf(db: Db, { alarm }: AlarmRow): Promise<IncidentDetail['timeline']> {
  const of = { alarms: [alarm.uuid] }
  const history = await historyOf(db, alarm.id)
  const { deliveries, receipts } = await messagesOf(db, alarm.id)
  const nothing = { severity: null, value: null, note: null, via: null }
  return [
    ...history.map((step) => ({ ...step, ...of, type: 'step' as const })),
    ...receipts.flatMap(({ user, shownAt, seenAt, atBedsideAt, bedsideRoom: room, isTold }) => [
      ...(atBedsideAt
        ? [
            {
              ...nothing,
              ...of,
              type: 'step' as const,
              step: 'AT_BEDSIDE' as const,
              user,
              room,
              at: atBedsideAt,
            },
          ]
        : []),
      ...(shownAt && !isTold ? [{ ...of, type: 'screen' as const, user, at: shownAt, seenAt }] : []),
    ]),
    ...deliveries.map((message) => ({ ...message, ...of, type: 'message' as const })),
  ]
}

/** Of the chains of its alarms the step that comes first. */
async function nextStepOf(db: Db, rows: VisibleIncident): Promise<IncidentDetail['nextStep']> {
  const open = rows.filter(({ alarm }) => alarm.closedAt === null)
  const isTheirs = isAmong(
    escalations.alarmId,
    open.map(({ alarm }) => alarm.id),
  )
  const [next] = await db
    .select({
      alarmId: escalations.alarmId,
      at: escalations.dueAt,
      step: escalations.step,
      chain: escalations.chain,
    })
    .from(escalations)
    .where(and(isTheirs, isNotNull(escalations.dueAt)))
    .orderBy(asc(escalations.dueAt))
    .limit(1)
  const alarm = open.find((one) => one.alarm.id === next?.alarmId)?.alarm
  const who =
    alarm &&
    groupsReached(next?.chain.steps[next.step]?.who, {
      kind: alarm.kind,
      isOfSomebody: alarm.deviceId !== null || alarm.wearerId !== null,
    })
  return next?.at && who ? { at: next.at, who } : null
}

const timesOf = (rows: readonly AlarmRow[], time: (alarm: AlarmRow['alarm']) => Date): number[] =>
  rows.map(({ alarm }) => time(alarm).getTime())

/** As the screens have it: what is over is known by the gravest of it. */
function gravestFirst(rows: VisibleIncident): VisibleIncident {
  if (rows.some(({ alarm }) => alarm.active || !alarm.acknowledgedAt)) return rows
  const standing = rows.map((row) => ({
    ...toAlarm(row),
    createdAt: row.alarm.openedAt,
    id: row.alarm.id,
    row,
  }))
  const [first, ...others] = byGravity(standing).map(({ row }) => row)
  return first ? [first, ...others] : rows
}

/** Those with a story of their own: of what was never told by itself, as it is part of an outage, the incident tells. */
async function notifiedOf(db: Db, rows: VisibleIncident): Promise<readonly AlarmRow[]> {
  if (rows.every(({ alarm }) => alarm.category !== 'TECHNICAL')) return rows
  const ids = rows.map(({ alarm }) => alarm.id)
  const found = await db
    .select({ id: notifications.alarmId })
    .from(notifications)
    .where(isAmong(notifications.alarmId, ids))
  const isNotified = new Set(found.map(({ id }) => id))
  return rows.filter(({ alarm }) => isNotified.has(alarm.id) || rows.length === 1)
}

/** An incident of these alarms. */
export async function incidentOf(db: Db, found: VisibleIncident): Promise<IncidentDetail> {
  const rows = gravestFirst(found)
  const [{ alarm, firstUuid }] = rows
  const isOpen = rows.some((row) => row.alarm.closedAt === null)
  const entries = []
  for (const row of await notifiedOf(db, rows)) entries.push(...(await entriesOf(db, row)))
  const { wearer, kind, severity, acknowledged } = toAlarm(rows[0])
  return {
    uuid: firstUuid ?? alarm.uuid,
    wearer,
    wearerUuid: await wearerUuidOf(db, alarm.wearerId),
    kind,
    severity,
    acknowledged,
    active: rows.some((row) => row.alarm.active),
    openedAt: new Date(Math.min(...timesOf(rows, ({ openedAt }) => openedAt))),
    lastAt: new Date(Math.max(...timesOf(rows, ({ lastAt }) => lastAt))),
    closedAt: isOpen ? null : new Date(Math.max(...timesOf(rows, ({ closedAt }) => closedAt ?? new Date(0)))),
    nextStep: await nextStepOf(db, rows),
    alarms: rows.map(toAlarm),
    timeline: inOneStory(entries),
    fence: await fenceOf(db, alarm.fenceId),
  }
}

/** What happened to one person, and everything that was done and told, in the order in which it was. */
export async function readIncident(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof incidentDetail>> {
  return { incident: await incidentOf(db, await getVisibleIncident(db, viewer, uuid)) }
}
