import { z } from 'zod'
import { AlarmKind, Severity } from '../alarms.ts'
import { Notification, NotificationType } from '../notifications.ts'
import { Imei, Millis, Uuid } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { endpoint, paging, Total } from './endpoint.ts'

/** At most this many notifications an answer, and beside them every urgent one that nobody answered. */
export const MAX_NOTIFICATIONS = 500
/** The badge is exact up to here: ten thousand waiting and a million are the same news. */
export const MAX_UNACKNOWLEDGED = 10_000

export const notificationsAfter = endpoint({
  method: 'GET',
  path: '/notification/all/after/:time',
  summary:
    'Notifications in your scope since a moment (0: the last 5 days, and every unanswered critical or high one however old), in the order of triage',
  kept: 'newest',
  allow: permissions.seeNotifications,
  byKey: 'alarms:read',
  params: z.object({ time: Millis }),
  query: z.strictObject({
    imei: Imei.optional(),
    /** Of this person, whatever they wore. */
    wearerUUID: Uuid.optional(),
  }),
  reply: z.object({
    notifications: z.array(Notification),
    /** Unacknowledged in your scope, at most 10,000: the badge. */
    unacknowledged: z.int(),
  }),
})

export const allNotifications = endpoint({
  method: 'GET',
  path: '/notification/all',
  summary: 'Every notification in your scope, however old, a page at a time, in the order of triage',
  allow: permissions.seeNotifications,
  byKey: 'alarms:read',
  query: z.strictObject({
    ...paging,
    imei: Imei.optional(),
    type: NotificationType.optional(),
    kind: AlarmKind.optional(),
    severity: Severity.optional(),
    acknowledged: z.stringbool().optional(),
  }),
  reply: z.object({ notifications: z.array(Notification), total: Total, unacknowledged: z.int() }),
})

export const acknowledgeNotifications = endpoint({
  method: 'POST',
  path: '/notification/acknowledge/:imei',
  summary: 'Acknowledge every open notification of a device, or of all with `all`; with `uuids`, only those',
  allow: permissions.seeNotifications,
  byKey: null,
  params: z.object({ imei: z.union([Imei, z.literal('all')]) }),
  body: z.strictObject({ uuids: z.array(Uuid).min(1).max(500).optional() }).optional(),
  reply: z.object({ notifications: z.array(Notification), unacknowledged: z.int() }),
})
