import { evaluateCheckIn } from './check-in.ts'

type Span = { from: number; to: number }
export type CheckInHistory = {
  /** Of each day its beginning, and until when they would have been asked. */
  days: readonly { midnight: number; deadline: number }[]
  /** When they pressed that they are well, oldest first. */
  pressed: readonly number[]
  /** When they wore nothing by which it could be told. */
  bare: readonly Span[]
}
/** `midnight`: when that day began; `clearedAt`: when they pressed it after all; null: not that day. */
export type ReplayedCheckIn = { midnight: number; openedAt: number; clearedAt: number | null }

const DAY_MS = 86_400_000

/** What would have been told, by the rule that judges live. */
export const replayCheckIns = ({ days, pressed, bare }: CheckInHistory): ReplayedCheckIn[] =>
  days.flatMap(({ midnight, deadline }) => {
    const { change } = evaluateCheckIn({
      now: deadline,
      midnight,
      dayFrom: midnight,
      deadline,
      checkedInAt: pressed.findLast((at) => at <= deadline) ?? null,
      askedSince: Math.max(0, ...bare.flatMap(({ to }) => (to <= deadline ? [to] : []))),
      steadySince: 0,
      isHere: !bare.some(({ from, to }) => from <= deadline && deadline < to),
      toldAt: null,
      openSince: null,
    })
    if (change !== 'trigger') return []
    const clearedAt = pressed.find((at) => at > deadline && at < midnight + DAY_MS) ?? null
    return [{ midnight, openedAt: deadline, clearedAt }]
  })
