import { Refusal } from '@carewatch/contracts/refusal'
import { alarms, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Tx } from '../alarms/steps.ts'
import type { Services } from '../services.ts'
import { lockIncidentOf } from './close-with-task.ts'
import { getVisibleTask } from './visible-task.ts'

async function isOfOpenAlarm(tx: Tx, alarmId: number): Promise<boolean> {
  await lockIncidentOf(tx, alarmId)
  return (await tx.$count(alarms, and(eq(alarms.id, alarmId), isNull(alarms.closedAt)))) > 0
}

/** What it was stays in the audit trail; while its alarm is open, somebody must still look. */
export async function deleteTask({ db }: Pick<Services, 'db'>, caller: Caller, uuid: string): Promise<null> {
  const { task } = await getVisibleTask(db, caller, uuid)
  const { id, alarmId, companyId, status, monitoringType } = task
  await db.transaction(async (tx) => {
    if (alarmId !== null && (await isOfOpenAlarm(tx, alarmId))) throw new Refusal('conflict', 'taskOfAlarm')
    await tx.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id)).for('update')
    await tx.delete(taskHistory).where(eq(taskHistory.taskId, id))
    const deleted = await tx.delete(tasks).where(eq(tasks.id, id)).returning({ id: tasks.id })
    if (deleted.length === 0) throw new Refusal('notFound')
    const detail = { status, monitoringType }
    await audit(tx, caller, { action: 'deleted', entity: 'task', uuid, companyId, detail })
  })
  return null
}
