import { setTimeout as wait } from 'node:timers/promises'
import { openRelational } from '@carewatch/platform/database/client'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { within } from './within.ts'
import type { Product } from './product.ts'

export type Watch = { id: number; imei: string; client: MqttClient }

/** Registered watches, connected by a client we did not write. */
export async function newWatches(
  product: Product,
  count: number,
  options: IClientOptions = {},
): Promise<Watch[]> {
  const { db, close } = openRelational(product.databaseUrl, 4)
  const company = await createCompany(db)
  const made = await Promise.all(
    Array.from({ length: count }, () => createDevice(db, { companyId: company.id })),
  )
  await close()
  return Promise.all(
    made.map(async ({ id, imei, password }) => {
      const session = {
        username: imei,
        password,
        clientId: imei,
        clean: false,
        reconnectPeriod: 200,
        ...options,
      }
      const client = await connectAsync(product.mqttUrl, session)
      client.on('error', () => {})
      return { id, imei, client }
    }),
  )
}

const AGAIN_MS = 200

/** The client gives up what it was given while it sent its backlog over a connection that fell again; a watch would not. */
export const published = (client: MqttClient, topic: string, payload: string): Promise<unknown> =>
  client
    .publishAsync(topic, payload, { qos: 1 })
    .catch(() => wait(AGAIN_MS).then(() => published(client, topic, payload)))

/** Readings without pause; `acknowledged` holds what the broker promised, by device and time. */
export function startLoad(watches: readonly Watch[], everyMs: number) {
  const acknowledged = new Set<string>()
  const pending = new Set<Promise<void>>()
  const base = Date.now()
  let tick = 0
  const timer = setInterval(() => {
    tick++
    for (const { id, imei, client } of watches) {
      const time = base + tick
      const payload = JSON.stringify({ time, heartRate: 70 + (tick % 10) })
      const sent = published(client, `watch/${imei}/readings`, payload)
        .then(() => void acknowledged.add(`${id}:${time}`))
        .finally(() => pending.delete(sent))
      pending.add(sent)
    }
  }, everyMs)
  return {
    acknowledged,
    /** The time that the newest readings carry. */
    newest: () => base + tick,
    /** Ends the load and waits until everything sent is acknowledged; answers how much that was. */
    finish: async (): Promise<number> => {
      clearInterval(timer)
      const missing = () =>
        `${pending.size} readings unacknowledged; ${watches.filter(({ client }) => !client.connected).length} watches not connected`
      await within(60_000, Promise.all(pending), missing)
      return tick * watches.length
    },
  }
}

/** Keys of what is stored of these watches, as `acknowledged` has them: one a row. */
export const STORED = `
select device_id || ':' || (extract(epoch from time) * 1000)::int8 as key from readings where device_id = any($1)`
