import { alarmKind } from '@carewatch/contracts/alarms'
import { groupsReached } from '@carewatch/contracts/escalation'
import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import type { Notification } from '@carewatch/contracts/notifications'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { liveTopic } from '@carewatch/contracts/topics'
import type { MqttClient } from 'mqtt'
import type pg from 'pg'
import type { AlarmRow, Outcome } from './change.ts'
import { taskEvents } from './task-events.ts'

export type Publish = (topic: string, event: LiveEvent) => void

/** The broker is away at most seconds; of what piles up longer, screens have asked by REST. */
const MAX_WAITING = 1_000

/** Publishes to the screens, over MQTT. Alarms are few and matter: what could not be said is said again when the connection is back. */
export const createPublisher = (mqtt: MqttClient): Publish => {
  let waiting = 0
  return (topic, event) => {
    if (waiting >= MAX_WAITING) return
    waiting++
    mqtt.publish(topic, encodeEvent(event), { qos: 1 }, () => waiting--)
  }
}

/** The first step is taken at once: the one after it is what comes next. */
const NOTIFICATIONS_WHERE = `
select n.id, n.uuid, n.alarm_id as "alarmId", n.type, n.created_at as "createdAt", n.acknowledged_at as "acknowledgedAt",
  trim(concat(u.first_name, ' ', u.last_name)) as "acknowledgedBy", b.uuid as "branchUuid", case when a.kind = 'OUTAGE' then b.name end as "branchName", c.uuid as "companyUuid",
  d.uuid as "deviceUuid", d.imei as "deviceIMEI", d.name as "deviceName", w.uuid as "wearerUuid", g.name as "gatewayName", r.name as "roomName", bc.name as "beaconName",
  wearer_summary(a.wearer_id, a.company_id, null, a.id) as wearer, coalesce(i.uuid, a.uuid) as "incidentUuid",
  case when e.step = 0 and e.due_at <= now() then e.due_at + ((e.chain #>> '{steps,1,afterSeconds}')::int - (e.chain #>> '{steps,0,afterSeconds}')::int)
    * interval '1 second' else e.due_at end as "nextStepAt",
  case when e.due_at is not null then e.chain #> array['steps', (e.step + (e.step = 0 and e.due_at <= now())::int)::text, 'who'] end as "nextStepWho",
  (select max(id) from alarm_history h where h.alarm_id = a.id)::int8 as version
from notifications n join alarms a on a.id = n.alarm_id left join alarms i on i.id = a.incident_id left join users u on u.id = n.acknowledged_by_id
left join branches b on b.id = n.branch_id left join companies c on c.id = n.company_id
left join devices d on d.id = a.device_id left join gateways g on g.id = a.gateway_id left join rooms r on r.id = a.room_id
left join beacons bc on bc.id = a.beacon_id left join wearers w on w.id = a.wearer_id left join escalations e on e.alarm_id = a.id
where `
const OF_ALARMS = `${NOTIFICATIONS_WHERE} n.alarm_id = any($1::int4[])`
/** Planned once a connection, where any number of alarms is planned each time: that takes ten times as long as finding the row. */
const OF_ONE = `${NOTIFICATIONS_WHERE} n.alarm_id = $1`

type Place = Pick<
  Notification,
  | 'deviceUuid'
  | 'deviceIMEI'
  | 'deviceName'
  | 'gatewayName'
  | 'roomName'
  | 'beaconName'
  | 'branchUuid'
  | 'branchName'
>
type NotificationRow = Place & {
  incidentUuid: string
  wearerUuid: string | null
  wearer: WearerSummary | null
  id: number
  uuid: string
  alarmId: number
  type: 'ALARM' | 'NOTIFICATION'
  acknowledgedAt: Date | null
  acknowledgedBy: string
  nextStepAt: Date | null
  nextStepWho: Notification['nextStepWho']
  /** As the driver gives a bigint. */
  version: string | number | null
  companyUuid: string | null
}

export type OutgoingEvent = { topic: string; event: LiveEvent }

/** What the changes look like to a person. Asked in their own transaction: once they are committed, telling them needs nobody any more. */
export async function alarmEvents(
  db: pg.ClientBase | pg.Pool,
  outcomes: readonly Outcome[],
): Promise<readonly OutgoingEvent[]> {
  if (outcomes.length === 0) return []
  const ids = outcomes.map(({ alarm }) => alarm.id)
  const { rows } =
    ids.length === 1
      ? await db.query<NotificationRow>({ name: 'events-of-alarm', text: OF_ONE, values: ids })
      : await db.query<NotificationRow>(OF_ALARMS, [ids])
  const byAlarm = new Map(rows.map((row) => [row.alarmId, row]))
  const ofAlarms = outcomes.flatMap(({ alarm, change }): OutgoingEvent[] => {
    const row = byAlarm.get(alarm.id)
    if (!row) return []
    const notification = notificationOf(alarm, row)
    return [
      {
        topic: liveTopic.alarm(row.companyUuid ?? 'none'),
        event: { type: 'notification', change, notification },
      },
    ]
  })
  const ofTasks = (await taskEvents(db, ids)).map(({ companyUuid, event }) => ({
    topic: liveTopic.task(companyUuid ?? 'none'),
    event,
  }))
  return [...ofAlarms, ...ofTasks]
}

export function publishAll(events: readonly OutgoingEvent[], publish: Publish): void {
  for (const { topic, event } of events) publish(topic, event)
}

function notificationOf(alarm: AlarmRow, row: NotificationRow): Notification {
  const { kind, direction, severity, metric, value, usual, late, count, active } = alarm
  const { rehearsal: isRehearsal, by_night: byNight } = alarm
  const own = { kind, direction, severity, metric, value, usual, byNight, late, isRehearsal, count, active }
  return {
    ...own,
    uuid: row.uuid,
    id: row.id,
    type: alarmKind(kind).notification,
    message: '',
    alarmUuid: alarm.uuid,
    incidentUuid: row.incidentUuid,
    wearerUuid: row.wearerUuid,
    wearer: row.wearer,
    deviceUuid: row.deviceUuid,
    deviceIMEI: row.deviceIMEI,
    deviceName: row.deviceName,
    gatewayName: row.gatewayName,
    roomName: row.roomName,
    beaconName: row.beaconName,
    branchUuid: row.branchUuid,
    branchName: row.branchName,
    createdAt: alarm.opened_at,
    lastAt: alarm.last_at,
    acknowledged: row.acknowledgedAt !== null,
    acknowledgedBy: row.acknowledgedAt ? row.acknowledgedBy : null,
    acknowledgedAt: row.acknowledgedAt,
    snoozedUntil: alarm.snoozed_until,
    nextStepAt: row.nextStepAt,
    nextStepWho: groupsReached(row.nextStepWho, {
      kind: alarm.kind,
      isOfSomebody: alarm.device_id !== null || row.wearerUuid !== null,
    }),
    version: row.version === null ? null : Number(row.version),
  }
}
