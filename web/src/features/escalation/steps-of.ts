import type { ChainStep } from '@carewatch/contracts/escalation'

const FIVE_MINUTES = 300

type Steps = readonly ChainStep[]

export const isTooEarly = (steps: Steps, at: number): boolean =>
  at > 0 && (steps[at]?.afterSeconds ?? 0) <= (steps[at - 1]?.afterSeconds ?? 0)

/** One more step, five minutes after the last, by the same means; whom it notifies is to be chosen. */
export function withStep(steps: Steps): ChainStep[] {
  const last = steps.at(-1)
  const next = { afterSeconds: last ? last.afterSeconds + FIVE_MINUTES : 0, who: [] }
  return [...steps, { ...next, channels: last?.channels ?? [] }]
}

export const withoutStep = (steps: Steps, at: number): ChainStep[] => steps.filter((_, index) => index !== at)

/** The recipients change places with the neighbours; the times stay where they are. */
export function withMoved(steps: Steps, at: number, by: -1 | 1): ChainStep[] {
  const [one, other] = [steps[at], steps[at + by]]
  if (!one || !other) return [...steps]
  return steps.map((step, index) => {
    if (index === at) return { ...other, afterSeconds: one.afterSeconds }
    return index === at + by ? { ...one, afterSeconds: other.afterSeconds } : step
  })
}
