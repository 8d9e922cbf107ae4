import { severities } from '@carewatch/contracts/alarms'
import type { AlarmKind } from '@carewatch/contracts/alarms'
import type { Notification } from '@carewatch/contracts/notifications'
import { answer } from '../../ui/alarms/answer.ts'
import type { Happening } from '../../vitals/happenings.ts'
import type { Summary } from './load.ts'

/** Alarms above silence above all is well. */
function gravityOf({ device }: Summary, notifications: readonly Notification[], now: Date): number {
  const { uuid: deviceUuid, lastSeenAt, expectedIntervalMs } = device
  const condition = answer({ deviceUuid, lastSeenAt, expectedIntervalMs, notifications, now })
  if (condition.state === 'alarm') return 2 + severities.indexOf(condition.notification.severity)
  return condition.state === 'silent' ? 1 : 0
}

/** Who needs somebody stands first. */
export const worstFirst = (
  summaries: readonly Summary[],
  notifications: readonly Notification[],
  now: Date,
): Summary[] =>
  summaries.toSorted((a, b) => gravityOf(b, notifications, now) - gravityOf(a, notifications, now))

export type Count = { kind: AlarmKind; n: number; open: number }

/** How often each kind of alarm happened, the most frequent first. */
export function countsOf(happenings: readonly Happening[]): Count[] {
  const byKind = Object.groupBy(happenings, ({ kind }) => kind)
  return Object.values(byKind)
    .flatMap((each): Count[] => {
      const [first] = each ?? []
      if (!first || !each) return []
      return [{ kind: first.kind, n: each.length, open: each.filter(({ active }) => active).length }]
    })
    .toSorted((a, b) => b.n - a.n)
}
