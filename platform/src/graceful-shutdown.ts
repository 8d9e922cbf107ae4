import { z } from 'zod'

/** What every part that others are connected to takes for its way out. */
export const DrainEnv = z.object({
  /** How long its way out may take where others take over: a part of it until the balancer looks elsewhere, the rest to send everybody away a few at a time. 0: at once. */
  DRAIN_SECONDS: z.coerce
    .number({ error: 'takes seconds' })
    .min(0)
    .max(600, { error: 'takes seconds, 600 at most' })
    .default(0),
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const NOTICE_SHARE = 0.3
const GROUP_EVERY_MS = 100
/** What was begun may take so long beside it. */
const LAST_WORK_MS = 4_000

export const drainTimes = (seconds: number) => ({
  /** Until nobody new is sent here. */
  noticeMs: seconds * 1_000 * NOTICE_SHARE,
  /** Within which everybody who is here is sent away. */
  disconnectMs: seconds * 1_000 * (1 - NOTICE_SHARE),
  /** After which the process is ended all the same. */
  endMs: seconds * 1_000 + LAST_WORK_MS,
})

/** Does it with all of them, spread over the time: who is sent away comes back elsewhere, and all at once they would be a storm. */
export async function inGroups<One>(
  all: Iterable<One>,
  withinMs: number,
  work: (one: One) => void,
): Promise<void> {
  const waiting = [...all]
  const groups = Math.max(1, Math.floor(withinMs / GROUP_EVERY_MS))
  const size = Math.ceil(waiting.length / groups)
  for (let at = 0; at < waiting.length; at += size) {
    if (at > 0) await wait(GROUP_EVERY_MS)
    for (const one of waiting.slice(at, at + size)) work(one)
  }
}

const LOOK_EVERY_MS = 20

/** Resolves when it is so, or when there is no more time. */
export async function untilSo(isSo: () => boolean, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  while (!isSo() && performance.now() < until) await wait(LOOK_EVERY_MS)
}
