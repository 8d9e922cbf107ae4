import { groupsReached, type RecipientGroup } from '@carewatch/contracts/escalation'
import type { Language } from '@carewatch/contracts/languages'
import { isMetricName } from '@carewatch/contracts/metrics'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName } from '../access/viewer.ts'
import type { Who } from '../access/reach.ts'
import { isNamed, worn } from '../access/visible-lives.ts'
import { wearerOfAlarm } from '../access/wearer-summary.ts'
import { first, placeOf } from './alarm-rows.ts'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'

/** Every change of how an alarm stands is a step of its history. */
const newestStep = sql<
  number | null
>`(select max(${alarmHistory.id}) from ${alarmHistory} where ${alarmHistory.alarmId} = ${alarms.id})`.mapWith(
  alarmHistory.id,
)

/** Notifications with the alarm they tell of and its place; the caller says which. Without a reader for the live lane, which hides from each screen what is not for it. */
export const selectNotifications = (db: Db, reader?: Who) =>
  db
    .select({
      notification: notifications,
      alarm: alarms,
      firstUuid: first.uuid,
      device: { uuid: devices.uuid, imei: devices.imei, name: devices.name },
      gatewayName: gateways.name,
      roomName: rooms.name,
      beaconName: beacons.name,
      wearerUuid: wearers.uuid,
      wearer: wearerOfAlarm(reader),
      branchUuid: branches.uuid,
      branchName: branches.name,
      companyUuid: companies.uuid,
      acknowledgedBy: nameBy(notifications.acknowledgedById),
      nextStepAt: escalations.dueAt,
      nextStepWho: sql<
        RecipientGroup[] | null
      >`case when ${escalations.dueAt} is not null then ${escalations.chain} #> array['steps', ${escalations.step}::text, 'who'] end`,
      version: newestStep,
    })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .leftJoin(first, eq(first.id, alarms.incidentId))
    .leftJoin(
      devices,
      and(eq(devices.id, notifications.deviceId), reader && isNamed(reader, worn.notifications)),
    )
    .leftJoin(gateways, eq(gateways.id, alarms.gatewayId))
    .leftJoin(rooms, eq(rooms.id, alarms.roomId))
    .leftJoin(beacons, eq(beacons.id, alarms.beaconId))
    .leftJoin(wearers, eq(wearers.id, alarms.wearerId))
    .leftJoin(branches, eq(branches.id, notifications.branchId))
    .leftJoin(companies, eq(companies.id, notifications.companyId))
    .leftJoin(escalations, eq(escalations.alarmId, alarms.id))
    .$dynamic()

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number]

/** Without its text, which depends on who reads it. */
export function toNotification(row: NotificationRow): Notification {
  const { notification, alarm, acknowledgedBy } = row
  return {
    uuid: notification.uuid,
    id: notification.id,
    type: notification.type,
    kind: alarm.kind,
    direction: alarm.direction,
    severity: alarm.severity,
    metric: alarm.metric !== null && isMetricName(alarm.metric) ? alarm.metric : null,
    value: alarm.value,
    usual: alarm.usual,
    byNight: alarm.byNight,
    late: alarm.late,
    isRehearsal: alarm.rehearsal,
    count: alarm.count,
    message: '',
    alarmUuid: alarm.uuid,
    incidentUuid: row.firstUuid ?? alarm.uuid,
    wearerUuid: row.wearerUuid,
    wearer: row.wearer,
    ...placeOf(row),
    createdAt: alarm.openedAt,
    lastAt: alarm.lastAt,
    active: alarm.active,
    acknowledged: notification.acknowledgedAt !== null,
    acknowledgedBy: acknowledgedBy && fullName(acknowledgedBy),
    acknowledgedAt: notification.acknowledgedAt,
    snoozedUntil: alarm.snoozedUntil,
    nextStepAt: row.nextStepAt,
    nextStepWho: groupsReached(row.nextStepWho, {
      kind: alarm.kind,
      isOfSomebody: alarm.deviceId !== null || alarm.wearerId !== null,
    }),
    version: row.version,
  }
}

export function readableNotification(row: NotificationRow, language: Language): Notification {
  const notification = toNotification(row)
  return { ...notification, message: alarmMessage(language, notification) }
}
