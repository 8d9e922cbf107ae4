import type { DeviceFact } from './facts.ts'

/** From when to when a watch measured what came late and has not been judged yet, and when the first and the last of it came. */
export type LateSpan = { from: number; to: number; firstAt: number; lastAt: number }

/** What came late is complete when no more has come for so long, or when it has come for so long without a pause. */
const SETTLED_MS = 20_000
const ENDLESS_MS = 300_000

export const isSettled = ({ firstAt, lastAt }: LateSpan, now: number): boolean =>
  now - lastAt >= SETTLED_MS || now - firstAt >= ENDLESS_MS

const joined = (one: LateSpan, other: LateSpan): LateSpan => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
  firstAt: Math.min(one.firstAt, other.firstAt),
  lastAt: Math.max(one.lastAt, other.lastAt),
})

/** The span with one more reading that came late. */
export const widened = (
  span: LateSpan | null,
  { time, receivedAt }: Pick<Extract<DeviceFact, { type: 'reading' }>, 'time' | 'receivedAt'>,
): LateSpan => ({
  from: Math.min(span?.from ?? time, time),
  to: Math.max(span?.to ?? time, time),
  firstAt: Math.min(span?.firstAt ?? receivedAt, receivedAt),
  lastAt: Math.max(span?.lastAt ?? receivedAt, receivedAt),
})

/** What came late of each watch and is still to be judged, by what was stored of it. */
export function createLateSpans(onChanged: (id: number) => void) {
  const spans = new Map<number, LateSpan>()
  return {
    all: (): ReadonlyMap<number, LateSpan> => spans,
    of: (id: number): LateSpan | null => spans.get(id) ?? null,
    set(id: number, span: LateSpan): void {
      spans.set(id, span)
      onChanged(id)
    },
    forget(id: number): void {
      if (spans.delete(id)) onChanged(id)
    },
    /** As it was saved. */
    recall(id: number, saved: Record<string, unknown>): void {
      if (!('from' in saved)) return
      // Safe: saved below.
      const [known, span] = [spans.get(id), saved as LateSpan]
      spans.set(id, known ? joined(known, span) : span)
    },
    saved: (id: number): string => JSON.stringify(spans.get(id) ?? {}),
    forgetAll: (): void => spans.clear(),
  }
}
export type LateSpans = ReturnType<typeof createLateSpans>
