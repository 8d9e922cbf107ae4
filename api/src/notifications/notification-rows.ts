import type { Language } from '@carewatch/contracts/languages'
import { isMetricName } from '@carewatch/contracts/metrics'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Db } from '@carewatch/migrations/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { companies, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { fullName } from '../access/viewer.ts'
import { alarmMessage } from './message.ts'

/** Notifications with the alarm and the device they tell of; the caller says which. */
export const selectNotifications = (db: Db) =>
  db
    .select({
      notification: notifications,
      alarm: alarms,
      device: { uuid: devices.uuid, imei: devices.imei, name: devices.name },
      companyUuid: companies.uuid,
      acknowledgedBy: users,
    })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .innerJoin(devices, eq(devices.id, notifications.deviceId))
    .leftJoin(companies, eq(companies.id, notifications.companyId))
    .leftJoin(users, eq(users.id, notifications.acknowledgedById))
    .$dynamic()

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number]

/** Without its text, which depends on who reads it. */
export function toNotification(row: NotificationRow): Notification {
  const { notification, alarm, device, acknowledgedBy } = row
  return {
    uuid: notification.uuid,
    id: notification.id,
    type: notification.type,
    kind: alarm.kind,
    direction: alarm.direction,
    severity: alarm.severity,
    metric: alarm.metric !== null && isMetricName(alarm.metric) ? alarm.metric : null,
    value: alarm.value,
    late: alarm.late,
    count: alarm.count,
    message: '',
    alarmUuid: alarm.uuid,
    deviceUuid: device.uuid,
    deviceIMEI: device.imei,
    deviceName: device.name,
    createdAt: alarm.openedAt,
    lastAt: alarm.lastAt,
    active: alarm.active,
    acknowledged: notification.acknowledgedAt !== null,
    acknowledgedBy: acknowledgedBy && fullName(acknowledgedBy),
    acknowledgedAt: notification.acknowledgedAt,
  }
}

export function readableNotification(row: NotificationRow, language: Language): Notification {
  return { ...toNotification(row), message: alarmMessage(language, row.alarm) }
}
