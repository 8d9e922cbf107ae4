import type { AlarmDetail } from '@carewatch/contracts/http/alarms'

type Step = AlarmDetail['history'][number]
/** What happened to an alarm, or that somebody came. */
export type TimelineStep = Omit<Step, 'step'> & { step: Step['step'] | 'AT_BEDSIDE' }

const nothing = { severity: null, value: null, note: null, via: null }

/** Everything that happened, and who came, in the order in which it did. */
export function timelineOf({
  history,
  receipts = [],
}: Pick<AlarmDetail, 'history' | 'receipts'>): TimelineStep[] {
  const came = receipts.flatMap(({ user, atBedsideAt }) =>
    atBedsideAt ? [{ ...nothing, at: atBedsideAt, user, step: 'AT_BEDSIDE' as const }] : [],
  )
  return [...history, ...came].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
