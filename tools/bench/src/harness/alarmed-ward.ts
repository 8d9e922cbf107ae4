import type { Socket } from 'node:net'
import { type BotApi, startBotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import pg from 'pg'
import type { Bench } from '../bench.ts'
import { Connection } from '../load/connection.ts'
import { publishFrame } from '../load/frames.ts'
import { accountAt } from './accounts.ts'
import { type BenchDevice, makeCompany } from './company.ts'
import { startProduct, type Product } from './product.ts'

const AT_ONCE = 500

/** One nurse with a Telegram, who looks after everybody. */
const FAMILY = `
with nurse as (
  insert into users (first_name, user_name, email, role, company_id, telegram_chat_id, telegram_status)
    select 'Nurse', 'nurse', 'nurse@bench.test', 'SUPERVISOR', id, '1', 'REGISTERED' from companies returning id, company_id),
  owner as (
  insert into users (first_name, user_name, email, role, company_id, supervisor_id)
    select 'Owner', 'owner', 'owner@bench.test', 'OWNER', company_id, id from nurse returning id)
update devices set owner_id = (select id from owner)`

type Ward = { product: Product; bot: BotApi; db: pg.Client; devices: BenchDevice[] }

/** A company of so many watches on a product of its own, with a Telegram that answers. */
export async function onAlarmedWard<Result>(
  { cluster }: Bench,
  { name, count }: { name: string; count: number },
  work: (ward: Ward) => Promise<Result>,
): Promise<Result> {
  const bot = await startBotApi()
  const url = await cluster.freshDatabase(name)
  const devices = await makeCompany(url, count)
  const db = new pg.Client(url)
  await db.connect()
  await db.query(FAMILY)
  const product = await startProduct(url, { TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url })
  try {
    return await work({ product, bot, db, devices })
  } finally {
    await db.end()
    await product.end()
    await bot.close()
  }
}

export type Caller = {
  device: BenchDevice
  socket: Socket
  /** Presses the button. */
  call: () => void
  /** Measures oxygen that is dangerously low. */
  gasp: () => void
}

export async function callers(port: number, devices: readonly BenchDevice[]): Promise<Caller[]> {
  const all: Caller[] = []
  for (let at = 0; at < devices.length; at += AT_ONCE)
    all.push(...(await Promise.all(devices.slice(at, at + AT_ONCE).map((device) => callerOf(port, device)))))
  return all
}

async function callerOf(port: number, device: BenchDevice): Promise<Caller> {
  const { socket } = await Connection.open(port, accountAt(Number(device.imei.slice(8))))
  const publish = (leaf: string, message: object) => () =>
    socket.write(
      publishFrame(`watch/${device.imei}/${leaf}`, JSON.stringify({ time: Date.now(), ...message }), 1),
    )
  return { device, socket, call: publish('event', { type: 'SOS' }), gasp: publish('readings', { spo2: 80 }) }
}
