import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './ask.ts'
import { startAsking } from './asking.ts'
import { type Call, checkAlarms, checkReadings, type Counted, type Seen } from './check.ts'
import { callForHelp, startLoad } from './load.ts'
import type { TestEnvironment } from './environment.ts'
import { type PartName, watchMemory } from './memory.ts'
import type { Watch } from './fixture.ts'

const WATCHES = 60
const READINGS_A_SECOND = 300
const CALLERS = 40
const WARM_MS = 700
const CALL_EVERY_MS = 300
const ANSWERED_WITHIN_MS = 60_000
const BACK_WITHIN_MS = 60_000

/** What a fault takes to be looked at, on one machine or on three. */
export type UnderFault = Counted &
  Pick<TestEnvironment, 'fixture'> & {
    parts: Record<PartName, { pid: () => number | undefined }>
    ports: { http: number }
  }

/** Somebody calls for help every now and then; each caller once, so that each is known. */
function startCalling(callers: readonly Watch[], everyMs: number) {
  const calls: Call[] = []
  const answered = new Set<Watch>()
  let next = 0
  const call = (): Call | undefined => {
    const watch = callers[next++]
    if (!watch) return undefined
    const made = { watch, at: performance.now() }
    calls.push(made)
    void callForHelp(watch).then(() => answered.add(watch))
    return made
  }
  const timer = setInterval(() => {
    // The last one is kept for the moment after.
    if (next < callers.length - 1) call()
  }, everyMs)
  return {
    calls,
    call,
    stop: () => clearInterval(timer),
    unanswered: () => calls.length - answered.size,
  }
}

async function untilShown({ screen }: Pick<UnderFault, 'screen'>, { watch, at }: Call): Promise<number> {
  while (!screen.seen.has(watch.device.uuid) && performance.now() - at < BACK_WITHIN_MS) await wait(5)
  return (screen.seen.get(watch.device.uuid)?.at ?? Number.POSITIVE_INFINITY) - at
}

/** The nurse takes all that rings, so that nobody is notified of it again. */
async function takeAll({ ports, screen }: Pick<UnderFault, 'ports' | 'screen'>): Promise<void> {
  await ask(ports.http, { path: '/api/notification/acknowledge/all', token: screen.token, send: {} })
}

export type Under = {
  /** How long after the end of the fault a call for help may take to be on the board. */
  backWithinMs?: number
  /** False: the broker's clock is so wrong that it takes its own time for that of the watches, and readings can only be counted. */
  isTimeTheirs?: boolean
  /** How often somebody calls for help; forty do at most. */
  callEveryMs?: number
}

/** Load, calls for help, somebody at the portal, and the fault in the middle of it; then everything is counted. */
export async function underFault(
  environment: UnderFault,
  fault: (watches: readonly Watch[]) => Promise<unknown>,
  { isTimeTheirs = true, backWithinMs = 10_000, callEveryMs = CALL_EVERY_MS }: Under = {},
): Promise<Seen> {
  const { fixture, screen, parts, ports } = environment
  const watches = await fixture.take(WATCHES)
  const callers = await fixture.take(CALLERS)
  const memory = watchMemory({
    broker: parts.broker.pid,
    rulesEngine: parts.rulesEngine.pid,
    api: parts.api.pid,
  })
  const asking = startAsking(ports.http, screen.token)
  const load = startLoad(watches, READINGS_A_SECOND)
  await wait(WARM_MS)
  const calling = startCalling(callers, callEveryMs)
  await fault(watches)
  calling.stop()
  const probe = calling.call()
  const backMs = probe ? await untilShown(environment, probe) : Number.NaN
  const unanswered = (await load.finish(ANSWERED_WITHIN_MS)) + calling.unanswered()
  const answers = await asking.finish()
  const readings = await checkReadings(environment, watches, {
    acknowledged: load.acknowledged,
    isTimeTheirs,
  })
  const alarms = await checkAlarms(environment, calling.calls)
  await takeAll(environment)
  for (const { connection } of [...watches, ...callers]) connection.close()
  return {
    acknowledged: load.acknowledged.size,
    unanswered,
    backMs,
    backWithinMs,
    answers,
    memory: memory.finish(),
    ...readings,
    ...alarms,
  }
}
