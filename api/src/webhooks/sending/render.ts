import { Alarm } from '@carewatch/contracts/alarms'
import { alarmDetail, AlarmHistoryStep } from '@carewatch/contracts/http/alarms'
import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { taskDetail } from '@carewatch/contracts/http/tasks'
import { wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import { Refusal } from '@carewatch/contracts/refusal'
import type { EventTopic } from '@carewatch/contracts/webhooks'
import { alarmHistory } from '@carewatch/migrations/schema/alarms'
import { relatives } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { nameBy } from '../../access/name-of.ts'
import { byWearer, type Person, personOf } from '../../access/persons.ts'
import { reach } from '../../access/reach.ts'
import { fullName, hasScope, type Viewer } from '../../access/viewer.ts'
import type { Kind } from '../../access/viewing-log.ts'
import { toAlarm } from '../../alarms/alarm-rows.ts'
import { getVisibleAlarm } from '../../alarms/visible-alarm.ts'
import { readTask } from '../../tasks/detail.ts'
import { getWearerDetail, listAssignments } from '../../wearers/detail.ts'
import type { Claimed } from './claim.ts'

export type Event = NonNullable<Claimed['event']>

/** As `alarm.opened`. */
export const typeOf = ({ topic, change }: Pick<Event, 'topic' | 'change'>): string =>
  `${topic.replace(/s$/, '')}.${change.toLowerCase()}`

/** The call that answers the same: whoever may not ask it is told nothing. */
const callOf: Record<EventTopic, Endpoint> = {
  alarms: alarmDetail,
  assignments: wearerAssignments,
  tasks: taskDetail,
}

export const mayAsk = (viewer: Viewer, { allow, byKey }: Endpoint): boolean =>
  byKey !== null && hasScope(viewer, byKey) && typeof allow !== 'string' && allow.includes(viewer.role)

/** Of a row that is there no more nothing but its name is told, to whom its place is in sight. */
const isInPlace = ({ role, companyId, branchId, branchIds }: Viewer, event: Event): boolean =>
  companyId === event.companyId &&
  (reach[role].includes('company') ||
    (event.branchId !== null && (branchIds ?? [branchId]).includes(event.branchId)))

const onlyName = (viewer: Viewer, event: Event): { uuid: string } => {
  if (!isInPlace(viewer, event)) throw new Refusal('notFound')
  return { uuid: event.subjectUuid }
}

/** What is sent, and whom it shows. */
type Content = { data: object; shows: readonly Person[] }

const AlarmData = z.object({ alarm: Alarm, step: AlarmHistoryStep.nullable() })

async function stepOf(db: Db, alarmId: number, stepId: number) {
  const [row] = await db
    .select({ step: alarmHistory, user: nameBy(alarmHistory.userId), relative: relatives.name })
    .from(alarmHistory)
    .leftJoin(relatives, eq(relatives.id, alarmHistory.relativeId))
    .where(and(eq(alarmHistory.id, stepId), eq(alarmHistory.alarmId, alarmId)))
  return row ? { ...row.step, user: row.user ? fullName(row.user) : row.relative } : null
}

async function ofAlarm(db: Db, viewer: Viewer, { subjectUuid, stepId }: Event): Promise<Content> {
  const row = await getVisibleAlarm(db, viewer, subjectUuid)
  const step = stepId === null ? null : await stepOf(db, row.alarm.id, stepId)
  const alarm = toAlarm(row)
  return { data: z.encode(AlarmData, { alarm, step }), shows: personOf(alarm) }
}

async function ofTask(db: Db, viewer: Viewer, event: Event): Promise<Content> {
  if (event.change === 'DELETED') return { data: { task: onlyName(viewer, event) }, shows: [] }
  const caller = { ...viewer, sessionUuid: '', address: '', language: viewer.selectedLanguage }
  const reply = await readTask(db, caller, event.subjectUuid)
  return { data: z.encode(taskDetail.reply, reply), shows: personOf(reply.task) }
}

const AssignmentData = z.object({
  assignment: wearerAssignments.reply.shape.assignments.element,
  wearer: wearerDetail.reply.shape.wearer,
})

async function ofAssignment(db: Db, viewer: Viewer, event: Event): Promise<Content> {
  if (event.change === 'CANCELLED') return { data: { assignment: onlyName(viewer, event) }, shows: [] }
  const isIt = eq(assignments.id, event.subjectId)
  // Whom it is about is asked of what the viewer sees below.
  const [about] = await db
    .select({ uuid: wearers.uuid })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .where(isIt)
  if (!about) throw new Refusal('notFound')
  const { wearer } = await getWearerDetail(db, viewer, about.uuid)
  const all = await listAssignments(db, viewer, about.uuid)
  const assignment = all.assignments.find(({ uuid }) => uuid === event.subjectUuid)
  if (!assignment) throw new Refusal('notFound')
  return { data: z.encode(AssignmentData, { assignment, wearer }), shows: [byWearer(about.uuid)] }
}

/** As what the calls that answer the same note it. */
export const shownBy: Record<EventTopic, Kind> = {
  alarms: 'viewed',
  assignments: 'profileViewed',
  tasks: 'profileViewed',
}

const dataOf = { alarms: ofAlarm, assignments: ofAssignment, tasks: ofTask }

/** What a key is told of an event: as its calls answer it now; nothing where it may not ask or does not see it. */
export async function dataFor(db: Db, viewer: Viewer, event: Event): Promise<Content | undefined> {
  if (!mayAsk(viewer, callOf[event.topic])) return undefined
  try {
    return await dataOf[event.topic](db, viewer, event)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
