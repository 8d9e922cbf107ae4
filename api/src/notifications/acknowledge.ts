import type { Db } from '@carewatch/migrations/client'
import { alarmHistory, alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { completeTasksOfAlarms, takeTasksOfAlarms } from './take-tasks.ts'

type Which = { deviceId: number | null; uuids: readonly string[] | undefined }
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Acknowledged = { notificationIds: number[]; taskIds: number[] }
const NOTHING: Acknowledged = { notificationIds: [], taskIds: [] }

/** Acknowledges what is open in the viewer's scope, with its alarms and tasks. Of two people at once only one finds it open. */
export const acknowledge = (db: Db, viewer: Caller, which: Which): Promise<Acknowledged> =>
  db.transaction(async (tx) => {
    const alarmIds = await lockOpenAlarms(tx, viewer, which)
    if (alarmIds.length === 0) return NOTHING
    const now = new Date()
    const acknowledged = { acknowledgedAt: now, acknowledgedById: viewer.id }
    const won = await tx
      .update(notifications)
      .set(acknowledged)
      .where(and(inArray(notifications.alarmId, alarmIds), isNull(notifications.acknowledgedAt)))
      .returning({ id: notifications.id, alarmId: notifications.alarmId })
    if (won.length === 0) return NOTHING

    const wonAlarms = won.flatMap(({ alarmId }) => alarmId ?? [])
    const changed = await tx
      .update(alarms)
      .set({
        ...acknowledged,
        closedAt: sql`case when ${alarms.active} or ${alarms.latched} then null else ${now.toISOString()}::timestamptz end`,
      })
      .where(and(inArray(alarms.id, wonAlarms), isNull(alarms.closedAt)))
      .returning({
        id: alarms.id,
        uuid: alarms.uuid,
        severity: alarms.severity,
        value: alarms.value,
        closedAt: alarms.closedAt,
      })
    await writeHistory(tx, viewer, changed)
    await audit(tx, viewer, {
      action: 'acknowledged',
      entity: 'notification',
      detail: { alarms: changed.map(({ uuid }) => uuid) },
    })
    const over = changed.filter(({ closedAt }) => closedAt).map(({ id }) => id)
    const completed = await completeTasksOfAlarms(tx, viewer, over)
    const taken = await takeTasksOfAlarms(tx, viewer, wonAlarms)
    return { notificationIds: won.map(({ id }) => id), taskIds: [...completed, ...taken] }
  })

/** Always in the order of their ids, so that two who acknowledge at once wait for each other and never for ever. */
async function lockOpenAlarms(tx: Tx, viewer: Viewer, { deviceId, uuids }: Which): Promise<number[]> {
  const rows = await tx
    .select({ id: alarms.id })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .innerJoin(devices, eq(devices.id, notifications.deviceId))
    .where(
      and(
        isNull(notifications.acknowledgedAt),
        visibleDevices(viewer),
        deviceId === null ? undefined : eq(notifications.deviceId, deviceId),
        uuids && inArray(notifications.uuid, [...uuids]),
      ),
    )
    .orderBy(asc(alarms.id))
    .for('update', { of: alarms })
  return rows.map(({ id }) => id)
}

type Changed = Pick<typeof alarms.$inferSelect, 'id' | 'severity' | 'value' | 'closedAt'>

async function writeHistory(tx: Tx, viewer: Viewer, changed: Changed[]): Promise<void> {
  const steps = changed.flatMap(({ id, severity, value, closedAt }) => {
    const row = { alarmId: id, userId: viewer.id, severity, value }
    const acknowledged = { ...row, step: 'ACKNOWLEDGED' as const }
    return closedAt ? [acknowledged, { ...row, step: 'CLOSED' as const }] : [acknowledged]
  })
  if (steps.length > 0) await tx.insert(alarmHistory).values(steps)
}
