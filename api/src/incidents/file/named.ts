import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
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
  const ids = (userId: AnyPgColumn, alarmId: AnyPgColumn) =>
    // unscoped: of the alarms of an incident that was found, and nothing but whose account it is
    db.selectDistinct({ id: userId }).from(alarmId.table).where(isAmong(alarmId, alarmIds))
  const { viewings, incident } = file
  const found = [
    ...(await ids(alarmHistory.userId, alarmHistory.alarmId)),
    ...(await ids(deliveries.userId, deliveries.alarmId)),
    ...(await ids(alarmReceipts.userId, alarmReceipts.alarmId)),
    ...(await ids(tasks.assignedToId, tasks.alarmId)),
    ...(await ids(tasks.createdById, tasks.alarmId)),
  ]
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
