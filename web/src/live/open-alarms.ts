import type { Notification } from '@carewatch/contracts/notifications'
import { cries, urgentSeverities } from '@carewatch/contracts/triage'

const isOver = ({ acknowledged, active }: Notification): boolean => acknowledged && !active

/** Of two that tell how an alarm stands, the newer. */
const newer = (one: Notification, other: Notification): Notification =>
  (other.version ?? 0) >= (one.version ?? 0) ? other : one

/** What was loaded, as it is by what came live, and what came live since: what is open of it. */
export function openOf(alarms: readonly Notification[], live: readonly Notification[]): Notification[] {
  const byUuid = new Map(alarms.map((alarm) => [alarm.uuid, alarm]))
  for (const alarm of live) {
    const loaded = byUuid.get(alarm.uuid)
    byUuid.set(alarm.uuid, loaded ? newer(loaded, alarm) : alarm)
  }
  return [...byUuid.values()].filter((alarm) => !isOver(alarm))
}

/** Nobody has answered, and it cannot wait. */
export const cannotWait = ({
  acknowledged,
  kind,
  severity,
}: Pick<Notification, 'acknowledged' | 'kind' | 'severity'>): boolean =>
  !acknowledged &&
  (cries.some((cry) => cry === kind) || urgentSeverities.some((urgent) => urgent === severity))
