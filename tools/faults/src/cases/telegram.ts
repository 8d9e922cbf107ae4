import { setTimeout as wait } from 'node:timers/promises'
import { type Case, claim } from '../case.ts'
import { messagesOf } from '../environment/check.ts'
import { NURSE } from '../environment/fixture.ts'
import { callForHelp } from '../environment/load.ts'
import type { TestEnvironment } from '../environment/environment.ts'

const CALLERS = 10
const FAILURES = 10
const STORM = 10_000
const STORM_BATCHES = 100
const STORM_MS = 10_000
const CALL_EVERY_MS = 1_000

type Trouble = Parameters<TestEnvironment['bot']['trouble']>[1]

/** Ten calls for help while Telegram does this; how many messages came, how many came twice, and when the last one did. */
async function callInto(
  environment: TestEnvironment,
  trouble: Trouble,
  { times, withinMs }: { times: number; withinMs: number },
) {
  const { fixture, bot } = environment
  const callers = await fixture.take(CALLERS)
  bot.trouble('sendMessage', trouble, times)
  const startedAt = performance.now()
  for (const caller of callers) void callForHelp(caller)
  const messageCounts = () => {
    const counted = messagesOf(environment)
    return callers.map(({ device }) => counted.get(device.imei) ?? 0)
  }
  while (messageCounts().includes(0) && performance.now() - startedAt < withinMs) await wait(50)
  const allMs = performance.now() - startedAt
  await wait(2_000)
  bot.trouble('sendMessage', trouble, 0)
  for (const { connection } of callers) connection.close()
  return {
    lost: messageCounts().filter((count) => count === 0).length,
    twice: messageCounts().reduce((sum, count) => sum + Math.max(0, count - 1), 0),
    allMs,
  }
}

const refusing =
  (trouble: Trouble, { mayDouble = false, withinMs = 45_000 } = {}): Case['run'] =>
  async (environment) => {
    const { lost, twice, allMs } = await callInto(environment, trouble, { times: FAILURES, withinMs })
    return {
      claims: [
        claim('messages lost', lost === 0, lost),
        claim('messages doubled', mayDouble ? twice <= FAILURES : twice === 0, twice),
        claim('the last one came after', allMs < withinMs, `${(allMs / 1_000).toFixed(1)} s`),
      ],
    }
  }

/** The nurse blocked the bot: her page says so, and the call stands on her board. */
const blocked: Case['run'] = async (environment) => {
  const { fixture, bot, screen, postgres } = environment
  bot.block(NURSE.chat)
  const [caller] = await fixture.take(1)
  if (!caller) throw new Error('no watch')
  void callForHelp(caller)
  const status = async () =>
    (
      await postgres.ask<{ status: string }>(
        'select telegram_status as status from users where telegram_chat_id = $1',
        [NURSE.chat],
      )
    )[0]?.status
  for (let waited = 0; waited < 10_000 && (await status()) !== 'BLOCKED'; waited += 100) await wait(100)
  caller.connection.close()
  return {
    claims: [
      claim('her page says', (await status()) === 'BLOCKED', (await status()) ?? 'nothing'),
      claim('the call is on her board', screen.seen.has(caller.device.uuid), 'yes'),
    ],
  }
}

const STORM_BATCH = `
insert into pending_evaluations (urgent, events)
select false, jsonb_agg(jsonb_build_object('deviceId', id, 'type', 'LOW_BATTERY', 'time', $2::float8, 'receivedAt', $2::float8))
from (select id from devices order by id desc offset $1 limit 100) d`

/** A whole site at once: its alarms come gathered, and a call for help comes alone and at once. */
const stormOfAlarms: Case['run'] = async (environment) => {
  const { fixture, postgres, screen, bot } = environment
  const before = bot.asked.length
  const callers = await fixture.take(STORM_MS / CALL_EVERY_MS)
  const took: number[] = []
  const pouring = (async () => {
    for (let batch = 0; batch < STORM_BATCHES; batch++) {
      await postgres.ask(STORM_BATCH, [batch * (STORM / STORM_BATCHES), Date.now()])
      await wait(STORM_MS / STORM_BATCHES - 20)
    }
  })()
  for (const caller of callers) {
    const at = performance.now()
    void callForHelp(caller)
    while (!screen.seen.has(caller.device.uuid) && performance.now() - at < 20_000) await wait(5)
    took.push(performance.now() - at)
    await wait(Math.max(0, CALL_EVERY_MS - (performance.now() - at)))
  }
  await pouring
  const opened = async () =>
    (await postgres.ask<{ count: number }>("select count(*)::int from alarms where kind = 'BATTERY'"))[0]
      ?.count ?? 0
  const startedAt = performance.now()
  while ((await opened()) < STORM && performance.now() - startedAt < 60_000) await wait(200)
  const alarms = await opened()
  for (const { connection } of callers) connection.close()
  const messages = bot.asked.slice(before).filter(({ method }) => method === 'sendMessage').length
  const slowest = Math.max(...took)
  return {
    claims: [
      claim('alarms opened', alarms === STORM, alarms),
      claim(
        'all of them after',
        performance.now() - startedAt < 30_000,
        `${((performance.now() - startedAt) / 1_000).toFixed(1)} s more`,
      ),
      claim('slowest call for help meanwhile', slowest < 2_000, `${slowest.toFixed(0)} ms of ${took.length}`),
      claim('messages to the nurse', messages <= callers.length + 10, messages),
    ],
  }
}

export const telegram: Case[] = [
  {
    name: 'telegram-429',
    fault: 'Telegram answers 429 (retry after 3 s) ten times',
    run: refusing({ code: 429, description: 'Too Many Requests: retry after 3', retryAfter: 3 }),
  },
  {
    name: 'telegram-500',
    fault: 'Telegram answers 500 ten times',
    run: refusing({ code: 500, description: 'Internal Server Error' }),
  },
  {
    name: 'telegram-garbage',
    fault: 'Telegram answers something that is no answer ten times',
    run: refusing('garbage', { mayDouble: true }),
  },
  {
    name: 'telegram-silent-yes',
    fault: 'Telegram takes ten messages and never says so',
    run: refusing('acceptedThenSilent', { mayDouble: true, withinMs: 30_000 }),
  },
  {
    name: 'alarms-10000',
    fault: '10,000 alarms of one site in ten seconds',
    environment: {},
    run: stormOfAlarms,
  },
  { name: 'telegram-blocked', fault: 'the nurse blocked the bot', environment: {}, run: blocked },
]
