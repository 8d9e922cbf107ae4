import { type Alarm, type AlarmCategory, alarmCategories, type Severity } from '@carewatch/contracts/alarms'
import { FHIR_ALARMS_MAX } from '@carewatch/contracts/http/exports'
import type { Language } from '@carewatch/contracts/languages'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import type { Coding, Flag } from '@medplum/fhirtypes'
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { selectAlarms, toAlarm } from '../../alarms/alarm-rows.ts'
import { isAmong } from '../../http/among.ts'
import { inOrder } from '../../http/pick.ts'
import type { Range } from '../../http/range.ts'
import { identifier } from './people.ts'

type Asked = Range & { wearerId: number; after: string | undefined }

/** The place of the last alarm of the bundle before. */
async function isAfter(db: Db, which: SQL | undefined, uuid: string | undefined): Promise<SQL | undefined> {
  if (uuid === undefined) return undefined
  const [last] = await db
    .select({ openedAt: alarms.openedAt, id: alarms.id })
    .from(alarms)
    .where(and(which, eq(alarms.uuid, uuid)))
  if (!last) throw new Refusal('notFound')
  return sql`(${alarms.openedAt}, ${alarms.id}) > (${last.openedAt.toISOString()}::timestamptz, ${last.id}::int)`
}

/** The alarms of somebody that the viewer may see in their history, in the order they opened. */
export async function readAlarms(
  db: Db,
  viewer: Viewer,
  { wearerId, from, to, after }: Asked,
): Promise<{ found: Alarm[]; hasMore: boolean }> {
  if (!permissions.seeAlarmHistory.some((role) => role === viewer.role)) return { found: [], hasMore: false }
  const isTheirs = and(eq(alarms.wearerId, wearerId), eq(alarms.rehearsal, false))
  const which = and(visibleAlarms(viewer), isTheirs, gte(alarms.openedAt, from), lt(alarms.openedAt, to))
  const picked = await db
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(which, await isAfter(db, which, after)))
    .orderBy(asc(alarms.openedAt), asc(alarms.id))
    .limit(FHIR_ALARMS_MAX + 1)
  const ids = picked.slice(0, FHIR_ALARMS_MAX).map(({ id }) => id)
  const rows = await selectAlarms(db, viewer).where(isAmong(alarms.id, ids))
  return {
    found: inOrder(ids, rows, ({ alarm }) => alarm.id).map(toAlarm),
    hasMore: picked.length > FHIR_ALARMS_MAX,
  }
}

const PRIORITY = 'http://hl7.org/fhir/StructureDefinition/flag-priority'
const PRIORITIES = 'http://hl7.org/fhir/flag-priority-code'
const priorities: Record<Severity, Coding> = {
  CRITICAL: { code: 'PH', display: 'High priority' },
  HIGH: { code: 'PH', display: 'High priority' },
  MEDIUM: { code: 'PM', display: 'Medium priority' },
  LOW: { code: 'PL', display: 'Low priority' },
}

const CATEGORIES = 'http://terminology.hl7.org/CodeSystem/flag-category'
const categories: Record<AlarmCategory, Coding> = {
  PHYSIOLOGICAL: { code: 'clinical', display: 'Clinical' },
  OPERATIONAL: { code: 'safety', display: 'Safety' },
  TECHNICAL: { code: 'admin', display: 'Administrative' },
}

const codeOf = ({ kind, direction }: Alarm): string => (direction === 'NONE' ? kind : `${kind}.${direction}`)

/** An alarm: open or over, of what, how grave, from when until when. What somebody wrote of it, and where they were, is no part of it. */
export function flagOf(alarm: Alarm, wearerUuid: string, language: Language): Flag {
  const { uuid, severity, openedAt, closedAt, deviceUuid } = alarm
  const category = categories[alarmCategories.find((name) => name === alarm.category) ?? 'OPERATIONAL']
  return {
    resourceType: 'Flag',
    id: uuid,
    identifier: identifier(uuid),
    extension: [
      {
        url: PRIORITY,
        valueCodeableConcept: {
          coding: [{ system: PRIORITIES, ...priorities[severity] }],
          text: severity,
        },
      },
    ],
    status: closedAt === null ? 'active' : 'inactive',
    category: [{ coding: [{ system: CATEGORIES, ...category }] }],
    code: {
      coding: [{ system: 'urn:carewatch:alarm', code: codeOf(alarm) }],
      text: alarmMessage(language, alarm),
    },
    subject: { reference: `urn:uuid:${wearerUuid}`, type: 'Patient' },
    period: {
      start: openedAt.toISOString(),
      ...(closedAt !== null && { end: closedAt.toISOString() }),
    },
    ...(deviceUuid !== null && { author: { reference: `urn:uuid:${deviceUuid}`, type: 'Device' } }),
  }
}
