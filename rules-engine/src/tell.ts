import { alarmKind } from '@carewatch/contracts/alarms'
import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import type { MqttClient } from 'mqtt'
import type pg from 'pg'
import type { AlarmRow, Outcome } from './alarms/change.ts'
import type { DeviceProfile } from './device-book.ts'
import { taskEvents } from './tell-tasks.ts'

export type Tell = (topic: string, event: LiveEvent) => void

/** The front door is away at most seconds; of what piles up longer, screens have asked by REST. */
const MAX_WAITING = 1_000

/** Speaks on the live lane. Alarms are few and matter: what could not be said is said again when the line is back. */
export const createTell = (mqtt: MqttClient): Tell => {
  let waiting = 0
  return (topic, event) => {
    if (waiting >= MAX_WAITING) return
    waiting++
    mqtt.publish(topic, encodeEvent(event), { qos: 1 }, () => waiting--)
  }
}

const NOTIFICATIONS = `
select n.id, n.uuid, n.alarm_id as "alarmId", n.type, n.created_at as "createdAt", n.acknowledged_at as "acknowledgedAt",
  trim(concat(u.first_name, ' ', u.last_name)) as "acknowledgedBy", b.uuid as "branchUuid"
from notifications n left join users u on u.id = n.acknowledged_by_id left join branches b on b.id = n.branch_id where n.alarm_id = any($1::int4[])`

type NotificationRow = {
  id: number
  uuid: string
  alarmId: number
  type: 'ALARM' | 'NOTIFICATION'
  acknowledgedAt: Date | null
  acknowledgedBy: string
  branchUuid: string | null
}

/** Tells the screens what the committed changes look like to a person. */
export async function tellOutcomes(
  db: pg.ClientBase | pg.Pool,
  profiles: ReadonlyMap<number, DeviceProfile>,
  { outcomes, tell }: { outcomes: readonly Outcome[]; tell: Tell },
): Promise<void> {
  if (outcomes.length === 0) return
  const ids = outcomes.map(({ alarm }) => alarm.id)
  const { rows } = await db.query<NotificationRow>(NOTIFICATIONS, [ids])
  const byAlarm = new Map(rows.map((row) => [row.alarmId, row]))
  for (const { alarm, change } of outcomes) {
    const profile = profiles.get(alarm.device_id)
    const row = byAlarm.get(alarm.id)
    if (!profile || !row) continue
    tell(liveTopic.alarm(profile.companyUuid ?? 'none'), {
      type: 'notification',
      change,
      notification: notificationOf(alarm, row, profile),
    })
  }
  for (const { companyUuid, event } of await taskEvents(db, ids))
    tell(liveTopic.task(companyUuid ?? 'none'), event)
}

function notificationOf(alarm: AlarmRow, row: NotificationRow, profile: DeviceProfile) {
  const { kind, direction, severity, metric, value, late, count, active, rehearsal: isRehearsal } = alarm
  const said = { kind, direction, severity, metric, value, late, isRehearsal, count, active }
  return {
    ...said,
    uuid: row.uuid,
    id: row.id,
    type: alarmKind(kind).notification,
    message: '',
    alarmUuid: alarm.uuid,
    deviceUuid: profile.uuid,
    deviceIMEI: profile.imei,
    deviceName: profile.name,
    gatewayName: null,
    roomName: null,
    branchUuid: row.branchUuid,
    createdAt: alarm.opened_at,
    lastAt: alarm.last_at,
    acknowledged: row.acknowledgedAt !== null,
    acknowledgedBy: row.acknowledgedAt ? row.acknowledgedBy : null,
    acknowledgedAt: row.acknowledgedAt,
    snoozedUntil: alarm.snoozed_until,
  }
}
