import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@carewatch/launcher/ports'
import { createDevice } from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { startBrokerNode } from './node.ts'

const RATE = 20
const BURST = RATE * 10
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)('a broker with a certificate and a limit of 20 messages a second', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  let database: Awaited<ReturnType<typeof testDatabase>>
  let node: Awaited<ReturnType<typeof startBrokerNode>>
  let [port, tlsPort] = [0, 0]

  beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
        ...subject,
      ],
      { stdio: 'ignore' },
    )
    database = await testDatabase()
    ;[port, tlsPort] = [await freePort(), await freePort()]
    const env = readEnv({
      DATABASE_URL: asService(database.url, 'broker'),
      SERVICE_SECRET: 'a-secret-between-our-services',
      MQTT_PORT: String(port),
      MQTTS_PORT: String(tlsPort),
      WATCH_PORT: '0',
      TLS_CERT: cert,
      TLS_KEY: key,
      MQTT_DEVICE_RATE: String(RATE),
    })
    node = await startBrokerNode(env, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await node.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  const storedOf = async (id: number): Promise<number> => {
    const client = new pg.Client(database.url)
    await client.connect()
    const { rows } = await client.query('select count(*)::int from readings where device_id = $1', [id])
    await client.end()
    return rows[0]?.count
  }

  it('takes a reading over TLS', async () => {
    const { id, imei, password } = await createDevice(database.db)
    const watch = await connectAsync(`mqtts://localhost:${tlsPort}`, {
      username: imei,
      password,
      rejectUnauthorized: false,
    })
    await watch.publishAsync(`watch/${imei}/readings`, '{"heartRate":72}', { qos: 1 })
    expect(await storedOf(id)).toBe(1)
    await watch.endAsync()
  })

  it('takes a backlog at once, reads what comes beyond it more slowly, and loses nothing of it', async () => {
    const { id, imei, password } = await createDevice(database.db)
    const watch = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: imei, password })
    const started = performance.now()
    const time = Date.now() - 1_000_000
    const messages = Array.from({ length: BURST + 2 * RATE }, (_, index) =>
      watch.publishAsync(`watch/${imei}/readings`, JSON.stringify({ time: time + index, heartRate: 72 }), {
        qos: 1,
      }),
    )
    await Promise.all(messages)
    expect(performance.now() - started).toBeGreaterThan(1_500)
    expect(await storedOf(id)).toBe(BURST + 2 * RATE)
    await watch.endAsync()
  })
})
