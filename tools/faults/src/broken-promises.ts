import type { Finding } from './case.ts'
import { LONGEST_MS } from './environment/asking.ts'
import type { Seen } from './environment/check.ts'

const MOST_GROWTH_MB = 200

/** What does not hold, in words; nothing: all of it does. */
export function brokenIn({ seen, claims = [] }: Finding): string[] {
  const broken = claims.filter(({ holds }) => !holds).map(({ what, seen: was }) => `${what}: ${was}`)
  return seen ? [...brokenPromises(seen), ...broken] : broken
}

function brokenPromises(seen: Seen): string[] {
  const { answers, memory } = seen
  const none: [string, number][] = [
    ['readings acknowledged and lost', seen.lost],
    ['readings stored twice', seen.doubled],
    ['messages of watches never acknowledged', seen.unanswered],
    ['alarms lost', seen.alarmsLost],
    ['alarms doubled', seen.alarmsDoubled],
    ['alarms never shown', seen.notShown],
    ['messages lost', seen.messagesLost],
    ['messages doubled', seen.messagesDoubled],
    ['batches left unevaluated', seen.pendingEvaluations],
    ['calls that hung', answers.hung],
  ]
  const growth = Object.entries(memory).flatMap(([part, { before, peak }]) =>
    before > 0 && peak - before > MOST_GROWTH_MB ? [`${part} grew by ${(peak - before).toFixed(0)} MB`] : [],
  )
  return [
    ...none.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`),
    ...new Set(answers.wrong),
    ...(answers.slowestMs > LONGEST_MS ? [`a call took ${answers.slowestMs.toFixed(0)} ms`] : []),
    ...(seen.backMs <= seen.backWithinMs ? [] : [`back only after ${(seen.backMs / 1_000).toFixed(1)} s`]),
    ...growth,
  ]
}
