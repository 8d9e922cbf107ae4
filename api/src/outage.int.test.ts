import { createDevice, createSession, createUser } from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { startApi } from './start.ts'
import { cuttableConnection } from './testing/cuttable-connection.ts'
import { JWT_SECRET, startBroker, tokenFor } from './testing/harness.ts'

const SOON = { timeout: 15_000, interval: 50 }

let parts: Awaited<ReturnType<typeof start>>
async function start() {
  const database = await testDatabase()
  const connection = await cuttableConnection(asService(database.url, 'api'))
  const broker = await startBroker()
  const api = await startApi(
    readEnv({
      DATABASE_URL: connection.url,
      HTTP_PORT: '0',
      JWT_SECRET,
      SERVICE_SECRET: 'service',
      MQTT_URL: broker.url,
      LOG_LEVEL: 'silent',
    }),
  )
  const user = await createUser(database.db)
  const { uuid: session } = await createSession(database.db, user.id)
  return {
    database,
    connection,
    broker,
    api,
    user: { ...user, session },
    device: await createDevice(database.db),
  }
}
beforeAll(async () => {
  parts = await start()
})
afterAll(async () => {
  await parts.api.close()
  parts.connection.close()
  await parts.broker.close()
  await parts.database.drop()
})

const get = async (path: string) => {
  const headers = { authorization: `Bearer ${tokenFor(parts.user)}` }
  const answer = await fetch(`${parts.api.url}/api${path}`, { headers })
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, retryAfter, body: (await answer.json()) as { message: string } }
}
const statusOf = async (path: string) => (await get(path)).status

it('says so while the database is away, and goes on by itself when it is back', async () => {
  const { connection, device, user, database } = parts
  const calls = ['/devices/all', `/readings/${device.imei}/heartRate/0`, '/health/ready']
  const statuses = () => Promise.all(calls.map(statusOf))
  await expect.poll(statuses, SOON).toEqual([200, 200, 200])

  connection.cut()
  await expect.poll(statuses, SOON).toEqual([503, 503, 503])
  const away = await get('/devices/all')
  expect(away.body.message).toMatch(/not available/)
  expect(Number(away.retryAfter)).toBeGreaterThan(0)
  expect(await statusOf('/health/live')).toBe(200)

  connection.mend()
  await expect.poll(statuses, SOON).toEqual([200, 200, 200])

  await database.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  await expect.poll(() => statusOf('/auth/validateToken'), SOON).toBe(401)
})
