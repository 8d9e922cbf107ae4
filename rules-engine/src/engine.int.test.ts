import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startEngine } from './engine.ts'
import { readEnv } from './env.ts'
import { createFamily, startHarness } from './testing.ts'

it('an engine that starts while Redis is away evaluates all the same', async () => {
  const harness = await startHarness()
  const { device } = await createFamily(harness)
  const env = readEnv({
    DATABASE_URL: harness.engineUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    MQTT_URL: 'mqtt://127.0.0.1:1',
    SERVICE_SECRET: 'a secret of the tests',
    METRICS_PORT: '0',
  })
  const engine = await startEngine(env, pino({ level: 'silent' }))
  await harness.owner.query(
    `insert into pending_evaluations (urgent, events) values (true, jsonb_build_array(jsonb_build_object('deviceId', $1::int, 'type', 'SOS', 'time', $2::float8, 'receivedAt', $2::float8)))`,
    [device.id, Date.now()],
  )
  const kinds = async () =>
    (await harness.owner.query<{ kind: string }>('select kind from alarms')).rows.map(({ kind }) => kind)
  await expect.poll(kinds, { timeout: 30_000 }).toEqual(['SOS'])
  await engine.close()
  await harness.close()
})
