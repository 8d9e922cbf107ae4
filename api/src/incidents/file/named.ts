import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import type { Caller } from '../../access/viewer.ts'
import { isAmong } from '../../http/among.ts'
import type { VisibleIncident } from '../visible-incident.ts'
import { isLook, lookedAt } from './person.ts'

type Made = { file: IncidentFile; rows: VisibleIncident }

/** Whom an incident's alarms are about. */
export const wearerIdsOf = (rows: VisibleIncident): number[] => [
  ...new Set(rows.flatMap(({ alarm }) => alarm.wearerId ?? [])),
]

/** Everybody who stands in a file by an account: by what was done, told and seen, and by who looked. */
async function userIdsOf(db: Db, caller: Caller, { file, rows }: Made): Promise<number[]> {
  const alarmIds = rows.map(({ alarm }) => alarm.id)
  const { viewings, incident } = file
  const stepped = await db
    .selectDistinct({ id: alarmHistory.userId })
    .from(alarmHistory)
    .where(isAmong(alarmHistory.alarmId, alarmIds))
  const notified = await db
    .selectDistinct({ id: deliveries.userId })
    .from(deliveries)
    .where(isAmong(deliveries.alarmId, alarmIds))
  const shown = await db
    .selectDistinct({ id: alarmReceipts.userId })
    .from(alarmReceipts)
    .where(isAmong(alarmReceipts.alarmId, alarmIds))
  const tasked = await db
    .selectDistinct({ id: tasks.assignedToId, by: tasks.createdById })
    .from(tasks)
    .where(isAmong(tasks.alarmId, alarmIds))
  const found = [...stepped, ...notified, ...shown, ...tasked, ...tasked.map(({ by }) => ({ id: by }))]
  const looked =
    viewings && incident.wearerUuid
      ? await db
          .selectDistinct({ id: auditLog.userId })
          .from(auditLog)
          .where(isLook(caller, { uuid: incident.wearerUuid, ...lookedAt(file) }))
      : []
  const answered = rows.flatMap(({ alarm }) => [alarm.acknowledgedById, alarm.closedById])
  const all = [caller.id, ...answered, ...[...found, ...looked].map(({ id }) => id)]
  return [...new Set(all.filter((id) => id !== null))]
}

/** Whom a file names. */
export const namedIn = async (db: Db, caller: Caller, made: Made) => ({
  wearerIds: wearerIdsOf(made.rows),
  userIds: await userIdsOf(db, caller, made),
})
