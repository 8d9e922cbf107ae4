import { setTimeout as wait } from 'node:timers/promises'
import type { BotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import type pg from 'pg'
import { runLoad, THOUSAND, type Bench } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { accounts } from '../harness/accounts.ts'
import { type Caller, callers, onAlarmedWard } from '../harness/alarmed-ward.ts'

/** One after another, slower than Telegram's own limit. */
const CALLS = 200
/** The first only warm the way up, as of what is shown on screens. */
const WARM_CALLS = 10
const CALL_EVERY_MS = 60
/** Readings a second that others send meanwhile, of four metrics each. */
const RATE = 2_000
const WARMUP_MS = 3_000
/** All at once: this many whose oxygen is dangerously low, and behind them some who call for help. */
const STORM = 10_000
const CALLS_IN_STORM = 100
const LONGEST_MS = 60_000
const LOOK_EVERY_MS = 20

const STANDING = `
select (select count(*) from alarms)::int as alarms, (select count(*) from alarms where kind = 'SOS')::int as calls,
  (select count(*) from tasks where alarm_id is not null)::int as tasks,
  (select count(*) from deliveries where channel = 'TELEGRAM')::int as messages`

type Standing = { alarms: number; calls: number; tasks: number; messages: number }
/** From the write of each call to the arrival of its message at Telegram's server. */
async function callOneByOne(bot: BotApi, each: readonly Caller[]): Promise<number[]> {
  const calledAt = new Map<string, number>()
  for (const { device, call } of each) {
    calledAt.set(device.imei, performance.now())
    call()
    await wait(CALL_EVERY_MS)
  }
  const sent = () => bot.asked.filter(({ method }) => method === 'sendMessage')
  const giveUpAt = performance.now() + LONGEST_MS
  while (sent().length < each.length && performance.now() < giveUpAt) await wait(LOOK_EVERY_MS)
  for (const { device } of each.slice(0, WARM_CALLS)) calledAt.delete(device.imei)
  return sent().flatMap(({ body, at }) => {
    const imei = /Watch (\d{15})/.exec(body.text ?? '')?.[1] ?? ''
    const from = calledAt.get(imei)
    return from === undefined ? [] : [at - from]
  })
}

/** Seconds until so many were counted; not a number: they never were. */
async function secondsUntil(
  db: pg.Client,
  wanted: Partial<Standing>,
): Promise<{ seconds: Record<keyof Standing, number>; standing: Standing }> {
  const startedAt = performance.now()
  const seconds = { alarms: Number.NaN, calls: Number.NaN, tasks: Number.NaN, messages: Number.NaN }
  const isOpen = (key: keyof Standing): boolean => Number.isNaN(seconds[key])
  const keys = (['alarms', 'calls', 'tasks', 'messages'] as const).filter((key) => wanted[key] !== undefined)
  let standing: Standing = { alarms: 0, calls: 0, tasks: 0, messages: 0 }
  while (keys.some(isOpen) && performance.now() < startedAt + LONGEST_MS) {
    standing = (await db.query<Standing>(STANDING)).rows[0] ?? standing
    for (const key of keys.filter(isOpen))
      if (standing[key] >= (wanted[key] ?? 0)) seconds[key] = (performance.now() - startedAt) / 1_000
    await wait(LOOK_EVERY_MS)
  }
  return { seconds, standing }
}

/** A call for help until it is at Telegram's server, while everybody else is measured. */
async function callsOneByOne(bench: Bench): Promise<Figure[]> {
  bench.progress(`SOS to Telegram at ${RATE}/s: carewatch`)
  const reached = await onAlarmedWard(
    bench,
    { name: 'calls', count: THOUSAND + WARM_CALLS + CALLS },
    async (ward) => {
      const { product, bot, devices } = ward
      await bench.generator.connect(product.mqttPort, accounts(THOUSAND))
      const calling = await callers(product.mqttPort, devices.slice(THOUSAND))
      const measureMs = (WARM_CALLS + CALLS) * CALL_EVERY_MS
      const shape = { loop: 'open', rate: RATE, metrics: 4, warmupMs: WARMUP_MS, measureMs } as const
      const load = runLoad(bench, product.parts, shape)
      await wait(WARMUP_MS)
      const times = await callOneByOne(bot, calling)
      await load
      await bench.generator.disconnect()
      return times
    },
  )
  return [
    { name: `SOS to Telegram p50 at ${RATE}/s`, unit: 'ms', value: percentile(reached, 0.5), limits: [] },
    {
      name: `SOS to Telegram p99 at ${RATE}/s`,
      unit: 'ms',
      value: percentile(reached, 0.99),
      limits: [],
      target: { most: 60 },
      note: `${reached.length} of ${CALLS} calls arrived`,
    },
  ]
}

async function thousandCalls(bench: Bench): Promise<Figure[]> {
  bench.progress('1,000 SOS at once: carewatch')
  const { seconds, standing } = await onAlarmedWard(
    bench,
    { name: 'alarms', count: THOUSAND },
    async ({ product, db, devices }) => {
      for (const { call } of await callers(product.mqttPort, devices)) call()
      return secondsUntil(db, { tasks: THOUSAND, messages: THOUSAND })
    },
  )
  const { alarms, tasks, messages } = standing
  return [
    {
      name: '1,000 SOS at once: first messages queued',
      unit: 's',
      value: seconds.messages,
      limits: [],
      target: { most: 5 },
      note: `${alarms} alarms, ${tasks} tasks, ${messages} messages; every alarm and task after ${seconds.tasks.toFixed(2)} s`,
    },
  ]
}

async function storm(bench: Bench): Promise<Figure[]> {
  bench.progress(`${STORM} alarms at once, and ${CALLS_IN_STORM} calls for help among them: carewatch`)
  const count = STORM + CALLS_IN_STORM
  const { seconds, standing } = await onAlarmedWard(bench, { name: 'storm', count }, async (ward) => {
    const all = await callers(ward.product.mqttPort, ward.devices)
    for (const { gasp } of all.slice(CALLS_IN_STORM)) gasp()
    for (const { call } of all.slice(0, CALLS_IN_STORM)) call()
    return secondsUntil(ward.db, { calls: CALLS_IN_STORM, tasks: count, messages: count })
  })
  return [
    {
      name: `${STORM} alarms at once: all opened`,
      unit: 's',
      value: seconds.tasks,
      limits: [],
      target: { most: 10 },
      note: `${standing.alarms} alarms, ${standing.tasks} tasks; first messages queued after ${seconds.messages.toFixed(2)} s`,
    },
    {
      name: 'alarms sustained',
      unit: '1/s',
      value: count / seconds.tasks,
      limits: [],
      target: { least: 2_000 },
    },
    {
      name: `${CALLS_IN_STORM} SOS sent last in it: all opened`,
      unit: 's',
      value: seconds.calls,
      limits: [],
    },
  ]
}

/** A call for help until it is at Telegram's server, a thousand of them in one second, and a storm of lesser alarms with some among it. */
export async function alarmRows(bench: Bench): Promise<Figure[]> {
  return [...(await callsOneByOne(bench)), ...(await thousandCalls(bench)), ...(await storm(bench))]
}
