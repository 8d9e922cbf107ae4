import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@carewatch/launcher/ports'
import { openRelational } from '@carewatch/migrations/client'
import { type EmbeddedPostgres, isRunning, startPostgres } from '@carewatch/migrations/embedded-postgres'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { migrate } from '@carewatch/migrations/migrate'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from './world.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 20)
const WATCHES = 50
const EVERY_MS = 100
const SOS_A_ROUND = 3
const PASSWORD = 'kill'

type Watch = { id: number; imei: string; client: MqttClient }

let folder: string
let postgres: EmbeddedPostgres
let world: World
let url: string
// A cluster of its own, with fsync and every other setting that the promise rests on.
const startDatabase = async (port: number) =>
  startPostgres({ folder: join(folder, 'postgres'), port, password: PASSWORD, settings: { jit: 'off' } })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-kill-'))
  chmodSync(folder, 0o755)
  postgres = await startDatabase(await freePort())
  url = `postgres://carewatch:${PASSWORD}@127.0.0.1:${postgres.port}/postgres`
  await migrate(url)
  world = await openWorld(url)
})
afterAll(async () => {
  await world.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** kill -9 of PostgreSQL with all its children, then a start on the same folder and port. */
async function killPostgres(): Promise<void> {
  const children = execFileSync('pgrep', ['-P', String(postgres.pid)])
    .toString()
    .trim()
    .split('\n')
    .map(Number)
  for (const pid of [postgres.pid, ...children]) process.kill(pid, 'SIGKILL')
  await expect.poll(() => isRunning(postgres)).toBe(false)
  postgres = await startDatabase(postgres.port)
}

async function newWatches(count: number): Promise<Watch[]> {
  const { db, close } = openRelational(url, 4)
  const company = await createCompany(db)
  const made = await Promise.all(
    Array.from({ length: count }, () => createDevice(db, { companyId: company.id })),
  )
  await close()
  return Promise.all(
    made.map(async ({ id, imei, password }) => {
      const client = await connectAsync(world.mqttUrl, {
        username: imei,
        password,
        clientId: imei,
        clean: false,
        reconnectPeriod: 200,
      })
      client.on('error', () => {})
      return { id, imei, client }
    }),
  )
}

/** Readings without pause; `acknowledged` holds what the front door promised, by device and time. */
function load(watches: readonly Watch[], acknowledged: Set<string>) {
  const pending = new Set<Promise<void>>()
  const base = Date.now()
  let tick = 0
  const timer = setInterval(() => {
    tick++
    for (const { id, imei, client } of watches) {
      const time = base + tick
      const sent = client
        .publishAsync(`watch/${imei}/readings`, JSON.stringify({ time, heartRate: 70 + (tick % 10) }), {
          qos: 1,
        })
        .then(() => void acknowledged.add(`${id}:${time}`))
        .finally(() => pending.delete(sent))
      pending.add(sent)
    }
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    return tick * watches.length
  }
}

it(
  `loses nothing acknowledged and doubles nothing in ${ROUNDS} kills under 500 readings a second`,
  { timeout: 300_000 },
  async () => {
    const watches = await newWatches(WATCHES)
    const callers = await newWatches(ROUNDS * SOS_A_ROUND)
    const acknowledged = new Set<string>()
    const calls: Promise<unknown>[] = []
    const stop = load(watches, acknowledged)
    const { frontDoor, rulesEngine, api } = world.parts
    const kill = [
      async () => void process.kill(frontDoor.pid() ?? 0, 'SIGKILL'),
      async () => void process.kill(rulesEngine.pid() ?? 0, 'SIGKILL'),
      async () => void process.kill(api.pid() ?? 0, 'SIGKILL'),
      killPostgres,
    ]

    for (let round = 0; round < ROUNDS; round++) {
      const callersNow = callers.slice(round * SOS_A_ROUND, (round + 1) * SOS_A_ROUND)
      for (const [index, { imei, client }] of callersNow.entries()) {
        const event = JSON.stringify({ time: Date.now(), type: 'SOS' })
        // Just before the kill, at its moment, and while the part is down.
        const call = wait(index * 20).then(() =>
          client.publishAsync(`watch/${imei}/event`, event, { qos: 1 }),
        )
        calls.push(call)
      }
      await wait(10 + ((round * 7) % 40))
      await kill[round % kill.length]?.()
      await wait(1_500)
    }

    await Promise.all(calls)
    const sent = await stop()
    expect(acknowledged.size).toBe(sent)
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query<{ key: string }>(
      `select device_id || ':' || (extract(epoch from time) * 1000)::int8 as key from readings where device_id = any($1)`,
      [watches.map(({ id }) => id)],
    )
    const stored = new Set(rows.map(({ key }) => key))
    expect([...acknowledged].filter((key) => !stored.has(key))).toEqual([])
    expect(rows.length).toBe(stored.size)

    await expect
      .poll(async () => (await client.query('select count(*)::int from unjudged')).rows[0]?.count, {
        timeout: 20_000,
      })
      .toBe(0)
    const alarms = await client.query<{ deviceId: number; alarms: number; presses: number; tasks: number }>(
      `select a.device_id as "deviceId", count(*)::int as alarms, max(a.count)::int as presses, count(t.id)::int as tasks
     from alarms a left join tasks t on t.alarm_id = a.id where a.kind = 'SOS' group by 1 order by 1`,
    )
    await client.end()
    const expected = callers.map(({ id }) => ({ deviceId: id, alarms: 1, presses: 1, tasks: 1 }))
    expect(alarms.rows).toEqual(expected.toSorted((one, other) => one.deviceId - other.deviceId))
    await Promise.all([...watches, ...callers].map(({ client: one }) => one.endAsync(true)))
  },
)
