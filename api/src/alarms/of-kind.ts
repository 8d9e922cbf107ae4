import { type AlarmKind, alarmKind, alarmKinds } from '@carewatch/contracts/alarms'
import type { notificationTypes } from '@carewatch/contracts/notifications'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { eq, inArray, notInArray, or, type SQL } from 'drizzle-orm'

/** A condition on `alarms`: those of this kind. What only a later version knows is found as it is shown, among the unknown ones. */
export const isOfKind = (kind: AlarmKind): SQL | undefined =>
  kind === 'UNKNOWN_ALARM'
    ? or(eq(alarms.kind, kind), notInArray(alarms.kind, alarmKinds))
    : eq(alarms.kind, kind)

const quiet = alarmKinds.filter((kind) => alarmKind(kind).notification === 'NOTIFICATION')

/** A condition on `alarms`: those that ring, or those that are only told; what only a later version knows rings. */
export const isOfType = (type: (typeof notificationTypes)[number]): SQL =>
  type === 'NOTIFICATION' ? inArray(alarms.kind, quiet) : notInArray(alarms.kind, quiet)
