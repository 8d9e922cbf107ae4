import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './ask.ts'

const EVERY_MS = 200
/** No call may take longer, whatever is away. */
export const LONGEST_MS = 10_000
const PATHS = ['/api/devices/all?size=25', '/api/alarms?size=25', '/api/health/ready']

export type Answers = {
  asked: number
  ok: number
  /** 503 with the time to come back. */
  busy: number
  /** No connection, or one that was cut: a browser tries again. */
  none: number
  /** Any other 5xx, or a 503 that does not say when. */
  wrong: string[]
  /** Longer than ten seconds. */
  hung: number
  slowestMs: number
  times: number[]
}

/** Somebody clicks through the portal all the while. */
export function startAsking(port: number, token: string) {
  const answers: Answers = {
    asked: 0,
    ok: 0,
    busy: 0,
    none: 0,
    wrong: [],
    hung: 0,
    slowestMs: 0,
    times: [],
  }
  const underWay = new Set<Promise<void>>()
  let isOver = false

  function note(path: string, status: number, retryAfter: string | undefined): void {
    if (status === 503 && (retryAfter !== undefined || path.endsWith('/ready'))) answers.busy++
    else if (status >= 500) answers.wrong.push(`${status} ${path}`)
    else answers.ok++
  }

  async function askOne(path: string): Promise<void> {
    const startedAt = performance.now()
    answers.asked++
    try {
      const { status, retryAfter } = await ask(port, { path, token })
      note(path, status, retryAfter)
    } catch {
      answers.none++
    }
    const tookMs = performance.now() - startedAt
    answers.times.push(tookMs)
    answers.slowestMs = Math.max(answers.slowestMs, tookMs)
    if (tookMs > LONGEST_MS) answers.hung++
  }

  const run = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const asking: Promise<void> = askOne(PATHS[turn % PATHS.length] ?? '').finally(() =>
        underWay.delete(asking),
      )
      underWay.add(asking)
      await wait(EVERY_MS)
    }
    await Promise.all(underWay)
  })()

  return {
    finish: async (): Promise<Answers> => {
      isOver = true
      await run
      return answers
    },
  }
}
