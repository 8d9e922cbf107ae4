import { evaluateCheckIn } from './check-in.ts'

type Span = { from: number; to: number }
export type CheckInHistory = {
  /** Of each day its beginning, and until when they would have been asked. */
  days: readonly { midnight: number; deadline: number }[]
  /** When they pressed that they are well, oldest first. */
  pressed: readonly number[]
  /** When they wore what, by which it could be told: since when each, and until when. */
  worn: readonly Span[]
}
/** `midnight`: when that day began; `clearedAt`: when they pressed it after all; null: not that day. */
export type ReplayedCheckIn = { midnight: number; openedAt: number; clearedAt: number | null }

const DAY_MS = 86_400_000

/** What would have been told, by the rule that judges live. */
export const replayCheckIns = ({ days, pressed, worn }: CheckInHistory): ReplayedCheckIn[] =>
  days.flatMap(({ midnight, deadline }) => {
    const carried = worn.filter(({ from, to }) => from <= deadline && deadline < to)
    const { change } = evaluateCheckIn({
      now: deadline,
      midnight,
      dayFrom: midnight,
      deadline,
      checkedInAt: pressed.findLast((at) => at <= deadline) ?? null,
      // Also where one watch followed another without a gap.
      askedSince: Math.max(0, ...carried.map(({ from }) => from)),
      steadySince: 0,
      isHere: carried.length > 0,
      toldAt: null,
      openSince: null,
    })
    if (change !== 'trigger') return []
    const clearedAt = pressed.find((at) => at > deadline && at < midnight + DAY_MS) ?? null
    return [{ midnight, openedAt: deadline, clearedAt }]
  })
