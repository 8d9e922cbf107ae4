import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@carewatch/bench/figures'
import type { Answers } from './asking.ts'
import type { Watch } from './fixture.ts'
import type { Memory } from './memory.ts'
import type { TestEnvironment } from './environment.ts'

/** What counting takes. */
export type Counted = { postgres: Pick<TestEnvironment['postgres'], 'ask'> } & Pick<
  TestEnvironment,
  'bot' | 'screen'
>

const SETTLE_MS = 30_000
/** Long enough for a second message to be seen. */
const QUIET_MS = 1_500

/** Who called, and when by `performance.now()`. */
export type Call = { watch: Watch; at: number }

/** What a case leaves behind, counted. */
export type Seen = {
  acknowledged: number
  /** Never acknowledged, though the fault is over. */
  unanswered: number
  lost: number
  doubled: number
  calls: number
  /** Calls without an alarm, its task and its message; and those with more than one. */
  alarmsLost: number
  alarmsDoubled: number
  messagesLost: number
  messagesDoubled: number
  notShown: number
  pendingEvaluations: number
  /** From the end of the fault until a fresh call for help was on the screen. */
  backMs: number
  backWithinMs: number
  /** Of the calls made while the fault lasted, the one shown last, and the one in the middle: after its publish. */
  latestMs: number
  medianMs: number
  answers: Answers
  memory: Memory
}

const STORED = `
select device_id || ':' || (extract(epoch from time) * 1000)::int8 as key from readings where device_id = any($1)`

const RAISED = `
select a.device_id as "deviceId", count(distinct a.id)::int as alarms, sum(a.count)::int as presses, count(t.id)::int as tasks
from alarms a left join tasks t on t.alarm_id = a.id where a.kind = 'SOS' and a.device_id = any($1) group by 1`

type Raised = { deviceId: number; alarms: number; presses: number; tasks: number }

export async function checkReadings(
  { postgres }: Pick<Counted, 'postgres'>,
  watches: readonly Watch[],
  { acknowledged, isTimeTheirs }: { acknowledged: ReadonlySet<string>; isTimeTheirs: boolean },
): Promise<Pick<Seen, 'lost' | 'doubled'>> {
  const rows = await postgres.ask<{ key: string }>(STORED, [watches.map(({ device }) => device.id)])
  const stored = new Set(rows.map(({ key }) => key))
  if (!isTimeTheirs)
    return {
      lost: Math.max(0, acknowledged.size - rows.length),
      doubled: Math.max(0, rows.length - acknowledged.size),
    }
  return {
    lost: [...acknowledged].filter((key) => !stored.has(key)).length,
    doubled: rows.length - stored.size,
  }
}

/** How many messages each watch's name stands in, of those that Telegram took. */
export function messagesOf({ bot }: Pick<Counted, 'bot'>): Map<string, number> {
  const counted = new Map<string, number>()
  for (const { text } of bot.chat('1')) {
    const imei = /Watch (\d{15})/.exec(text)?.[1] ?? ''
    counted.set(imei, (counted.get(imei) ?? 0) + 1)
  }
  return counted
}

export const pendingEvaluations = async ({ postgres }: Pick<Counted, 'postgres'>): Promise<number> => {
  const [row] = await postgres.ask<{ count: number }>('select count(*)::int from pending_evaluations')
  return row?.count ?? 0
}

type Alarms = Pick<
  Seen,
  | 'calls'
  | 'alarmsLost'
  | 'alarmsDoubled'
  | 'messagesLost'
  | 'messagesDoubled'
  | 'notShown'
  | 'latestMs'
  | 'medianMs'
>

async function countAlarms(environment: Counted, calls: readonly Call[]): Promise<Alarms> {
  const ids = calls.map(({ watch }) => watch.device.id)
  const raised = new Map(
    (await environment.postgres.ask<Raised>(RAISED, [ids])).map((row) => [row.deviceId, row]),
  )
  const messages = messagesOf(environment)
  const alarmOf = ({ watch }: Call) => raised.get(watch.device.id) ?? { alarms: 0, presses: 0, tasks: 0 }
  const messageCountOf = ({ watch }: Call): number => messages.get(watch.device.imei) ?? 0
  const shownOf = ({ watch }: Call) => environment.screen.seen.get(watch.device.uuid)
  const waits = calls.map((call) => (shownOf(call)?.at ?? Number.NaN) - call.at)
  return {
    calls: calls.length,
    alarmsLost: calls.filter((call) => Math.min(alarmOf(call).alarms, alarmOf(call).tasks) < 1).length,
    alarmsDoubled: calls.filter(
      (call) => Math.max(alarmOf(call).alarms, alarmOf(call).presses, alarmOf(call).tasks) > 1,
    ).length,
    messagesLost: calls.filter((call) => messageCountOf(call) < 1).length,
    messagesDoubled: calls.reduce((sum, call) => sum + Math.max(0, messageCountOf(call) - 1), 0),
    notShown: calls.filter((call) => shownOf(call)?.alarms.size !== 1).length,
    latestMs: Math.max(0, ...waits),
    medianMs: percentile(waits, 0.5),
  }
}

const isSettled = ({ alarmsLost, messagesLost, notShown }: Alarms): boolean =>
  alarmsLost + messagesLost + notShown === 0

/** Waits until everything is evaluated, raised, shown and delivered, or for half a minute; then a moment more, for what comes twice. */
export async function checkAlarms(
  environment: Counted,
  calls: readonly Call[],
): Promise<Alarms & { pendingEvaluations: number }> {
  const until = performance.now() + SETTLE_MS
  while (performance.now() < until) {
    if (isSettled(await countAlarms(environment, calls)) && (await pendingEvaluations(environment)) === 0)
      break
    await wait(200)
  }
  await wait(QUIET_MS)
  return {
    ...(await countAlarms(environment, calls)),
    pendingEvaluations: await pendingEvaluations(environment),
  }
}
