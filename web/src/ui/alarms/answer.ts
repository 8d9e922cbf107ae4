import { type Freshness, freshness } from '@carewatch/contracts/freshness'
import type { Notification } from '@carewatch/contracts/notifications'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { type Incident, incidentsOf } from '@carewatch/contracts/incidents'

export type Answer =
  | { state: 'alarm'; notification: Notification; incident: Incident<Notification> }
  | { state: 'silent'; freshness: Freshness }
  | { state: 'ok' }

type Facts = {
  deviceUuid: string
  /** Who wears it now: an alarm of another who wore it before is not about them. */
  wearer?: Pick<WearerSummary, 'uuid'> | null
  lastSeenAt: Date | null
  expectedIntervalMs: number
  notifications: readonly Notification[]
  now: Date
}

export const isOf = (wearer: Facts['wearer'], alarm: Notification): boolean =>
  !wearer || !alarm.wearer || wearer.uuid === alarm.wearer.uuid

/** The one answer a daughter opens the phone for. What is wrong now comes first; silence is never called well. */
export function answer({
  deviceUuid,
  wearer,
  lastSeenAt,
  expectedIntervalMs,
  notifications,
  now,
}: Facts): Answer {
  const open = notifications.filter(
    (each) =>
      each.deviceUuid === deviceUuid &&
      isOf(wearer, each) &&
      each.type === 'ALARM' &&
      (each.active || !each.acknowledged),
  )
  const [incident] = incidentsOf(open)
  if (incident) return { state: 'alarm', notification: incident.first, incident }
  const ageMs = lastSeenAt ? now.getTime() - lastSeenAt.getTime() : Infinity
  const fresh = freshness(ageMs, expectedIntervalMs)
  return fresh === 'STALE' || fresh === 'OFFLINE' ? { state: 'silent', freshness: fresh } : { state: 'ok' }
}
