import { setTimeout as wait } from 'node:timers/promises'
import { type BotApi, startBotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import pg from 'pg'
import { THOUSAND, type Bench } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { Connection } from '../load/connection.ts'
import { publishFrame } from '../load/frames.ts'
import { accountAt } from '../harness/accounts.ts'
import { startProduct } from '../harness/product.ts'
import { type BenchDevice, makeCompany } from '../harness/company.ts'

/** One after another, slower than Telegram's own limit. */
const CALLS = 200
const CALL_EVERY_MS = 60
const LONGEST_MS = 60_000
const LOOK_EVERY_MS = 20

/** One nurse with a Telegram, who looks after everybody. */
const FAMILY = `
with nurse as (
  insert into users (first_name, user_name, email, role, company_id, telegram_chat_id, telegram_status)
    select 'Nurse', 'nurse', 'nurse@bench.test', 'SUPERVISOR', id, '1', 'REGISTERED' from companies returning id, company_id),
  owner as (
  insert into users (first_name, user_name, email, role, company_id, supervisor_id)
    select 'Owner', 'owner', 'owner@bench.test', 'OWNER', company_id, id from nurse returning id)
update devices set owner_id = (select id from owner)`

const STANDING = `
select (select count(*) from alarms where opened_at >= $1)::int as alarms,
  (select count(*) from tasks t join alarms a on a.id = t.alarm_id where a.opened_at >= $1)::int as tasks,
  (select count(*) from deliveries d join alarms a on a.id = d.alarm_id where a.opened_at >= $1 and d.channel = 'TELEGRAM')::int as messages`

type Standing = { alarms: number; tasks: number; messages: number }
type Caller = { device: BenchDevice; call: () => void }

const callers = (port: number, devices: readonly BenchDevice[]): Promise<Caller[]> =>
  Promise.all(
    devices.map(async (device) => {
      const { socket } = await Connection.open(port, accountAt(Number(device.imei.slice(8))))
      const call = () =>
        socket.write(
          publishFrame(`watch/${device.imei}/event`, JSON.stringify({ time: Date.now(), type: 'SOS' }), 1),
        )
      return { device, call }
    }),
  )

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
  return sent().flatMap(({ body, at }) => {
    const imei = /Watch (\d{15})/.exec(body.text ?? '')?.[1] ?? ''
    const from = calledAt.get(imei)
    return from === undefined ? [] : [at - from]
  })
}

type Burst = { standing: Standing; alarmsMs: number; messagesMs: number }

/** All at once: how long until each has its alarm, and until its first message waits to be sent. */
async function callAtOnce(db: pg.Client, all: readonly Caller[]): Promise<Burst> {
  const since = new Date()
  const startedAt = performance.now()
  for (const { call } of all) call()
  let standing: Standing = { alarms: 0, tasks: 0, messages: 0 }
  let alarmsMs = Number.NaN
  while (standing.messages < all.length && performance.now() < startedAt + LONGEST_MS) {
    const { rows } = await db.query<Standing>(STANDING, [since])
    standing = rows[0] ?? standing
    if (standing.tasks >= all.length && Number.isNaN(alarmsMs)) alarmsMs = performance.now() - startedAt
    await wait(LOOK_EVERY_MS)
  }
  return { standing, alarmsMs, messagesMs: performance.now() - startedAt }
}

/** A call for help until it is at Telegram's server, and a thousand of them in one second. */
export async function alarmRows(bench: Bench): Promise<Figure[]> {
  bench.progress('SOS to Telegram, and 1,000 SOS at once: carewatch')
  const bot = await startBotApi()
  const url = await bench.cluster.freshDatabase('alarms')
  const devices = await makeCompany(url, CALLS + THOUSAND)
  const db = new pg.Client(url)
  await db.connect()
  await db.query(FAMILY)
  const product = await startProduct(url, { TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url })
  const all = await callers(product.mqttPort, devices)
  const reached = await callOneByOne(bot, all.slice(0, CALLS))
  const { standing, alarmsMs, messagesMs } = await callAtOnce(db, all.slice(CALLS))
  await db.end()
  await product.end()
  await bot.close()
  const { alarms, tasks, messages } = standing
  return [
    { name: 'SOS to Telegram p50', unit: 'ms', value: percentile(reached, 0.5), limits: [] },
    {
      name: 'SOS to Telegram p99',
      unit: 'ms',
      value: percentile(reached, 0.99),
      limits: [],
      note: `${reached.length} of ${CALLS} calls arrived`,
    },
    {
      name: '1,000 SOS at once: first messages queued',
      unit: 's',
      value: messagesMs / 1_000,
      limits: [],
      target: { most: 5 },
      note: `${alarms} alarms, ${tasks} tasks, ${messages} messages; every alarm and task after ${(alarmsMs / 1_000).toFixed(2)} s`,
    },
    { name: 'alarms sustained', unit: '1/s', value: (alarms * 1_000) / alarmsMs, limits: [] },
  ]
}
