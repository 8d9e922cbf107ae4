import type { AlarmKind } from '@carewatch/contracts/alarms'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
import { type Answer, answer } from '../../ui/alarms/answer.ts'
import type { Happening } from '../../vitals/happenings.ts'
import type { Summary } from './load.ts'

type Ranked = { summary: Summary; answer: Answer }

const isSilent = ({ answer }: Ranked): boolean => answer.state === 'silent'

/** Who needs somebody stands first. */
export const worstFirst = (
  summaries: readonly Summary[],
  notifications: readonly Notification[],
  now: Date,
): Summary[] =>
  inOrder(
    summaries.map((summary) => {
      const { uuid: deviceUuid, lastSeenAt, expectedIntervalMs } = summary.device
      return { summary, answer: answer({ deviceUuid, lastSeenAt, expectedIntervalMs, notifications, now }) }
    }),
  )

/** Alarms above silence above all is well. */
function inOrder(ranked: readonly Ranked[]): Summary[] {
  const alarmed = ranked.flatMap(({ summary, answer }) =>
    answer.state === 'alarm' ? [{ ...answer.notification, summary }] : [],
  )
  const others = ranked.filter(({ answer }) => answer.state !== 'alarm')
  return [...byTriage(alarmed), ...others.filter(isSilent), ...others.filter((each) => !isSilent(each))].map(
    ({ summary }) => summary,
  )
}

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
