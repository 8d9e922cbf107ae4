import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './person.ts'
import { startProduct, type Product } from './product.ts'

const run = promisify(execFile)
const hasMosquitto = spawnSync('mosquitto_pub', ['--help']).error === undefined
if (!hasMosquitto)
  process.stderr.write('NOT RUN: the journeys of Mosquitto’s own clients: mosquitto_pub is not installed\n')

/** Words and values that no log may hold, wherever they came in. */
const SECRET = {
  // With more figures than a log gives to milliseconds, which may be any.
  value: '187.34375',
  name: 'Zipporah Canary',
  phone: '+972501239876',
  wrong: 'a-wrong-password-of-nobody',
}

let database: Awaited<ReturnType<typeof testDatabase>>
let product: Product
let watch: Awaited<ReturnType<typeof createDevice>>
let nurse: Awaited<ReturnType<typeof createUser>>
beforeAll(async () => {
  database = await testDatabase()
  product = await startProduct(database.url, { LOG_LEVEL: 'trace' })
  const { id: companyId } = await createCompany(database.db)
  const { id: branchId } = await createBranch(database.db, companyId)
  nurse = await createUser(database.db, { role: 'SUPERVISOR', companyId, branchId })
  const place = { companyId, branchId, name: SECRET.name, mobileNumber: SECRET.phone }
  watch = await createDevice(database.db, place, { limits: { heartRate: { high: 120 } } })
})
afterAll(async () => {
  await product.close()
  await database.drop()
})

const storedAt = async (time: number): Promise<number[]> => {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ value: number }>(
    'select value from readings where device_id = $1 and time = $2',
    [watch.id, new Date(time)],
  )
  await client.end()
  return rows.map(({ value }) => value)
}
const reading = (time: number) => JSON.stringify({ time, heartRate: Number(SECRET.value) })

/** Mosquitto's client, as a person types it. */
const mosquitto = (program: 'mosquitto_pub' | 'mosquitto_sub', more: string[], password = watch.password) => {
  const { port } = new URL(product.mqttUrl)
  const who = ['-h', '127.0.0.1', '-p', port, '-u', watch.imei, '-P', password, '-i', watch.imei]
  return run(program, [...who, ...more], { timeout: 10_000 })
}

it.skipIf(!hasMosquitto).each([
  ['mqttv311', '0'],
  ['mqttv311', '1'],
  ['mqttv311', '2'],
  ['mqttv31', '1'],
])('mosquitto_pub -V %s -q %s says a reading, which is stored', async (version, qos) => {
  const time = Date.now()
  const topic = ['-t', `watch/${watch.imei}/readings`]
  await mosquitto('mosquitto_pub', ['-V', version, '-q', qos, ...topic, '-m', reading(time)])
  await expect.poll(() => storedAt(time)).toHaveLength(1)
})

it.skipIf(!hasMosquitto)('mosquitto_sub hears the watch’s settings, and nothing of another', async () => {
  const asked = [
    '-q',
    '1',
    '-C',
    '1',
    '-t',
    `watch/${watch.imei}/settings`,
    '-t',
    'watch/999999999999999/settings',
  ]
  const { stdout, stderr } = await mosquitto('mosquitto_sub', asked)
  expect(JSON.parse(stdout)).toMatchObject({ heartRate: { high: 120 } })
  expect(stderr).toMatch(/subscription .*denied|not.*granted|^$/i)
})

it.skipIf(!hasMosquitto)('mosquitto_pub is told why it is not let in', async () => {
  const message = ['-t', `watch/${watch.imei}/readings`, '-m', '{}']
  await expect(mosquitto('mosquitto_pub', message, SECRET.wrong)).rejects.toMatchObject({
    stderr: expect.stringMatching(/bad user name or password/i),
  })
  await expect(mosquitto('mosquitto_pub', ['-V', 'mqttv5', ...message])).rejects.toMatchObject({
    stderr: expect.stringMatching(/protocol version/i),
  })
})

it('mqtt.js says a reading, over TCP and through the portal’s own WebSocket', async () => {
  for (const [at, url] of [product.mqttUrl, `${product.httpUrl.replace('http', 'ws')}/mqtt`].entries()) {
    const time = Date.now() + at
    const client = await connectAsync(url, { username: watch.imei, password: watch.password })
    await client.publishAsync(`watch/${watch.imei}/readings`, reading(time), { qos: 1 })
    expect(await storedAt(time)).toHaveLength(1)
    await client.endAsync()
  }
})

it('leaves no value, name, number or password in the log of any part, even where everything is logged', async () => {
  const person = await signIn(product, nurse.email)
  await expect.poll(async () => JSON.stringify(await person.get('/alarms'))).toContain(SECRET.value)
  await person.get(`/devices/detail/${watch.uuid}`)
  await person.get(`/devices/all?search=${encodeURIComponent(SECRET.name)}`)
  const names = readdirSync(product.logs).filter((name) => name.endsWith('.log'))
  expect(names).toHaveLength(Object.keys(product.parts).length)
  const read = () => names.map((name) => readFileSync(join(product.logs, name), 'utf8')).join('\n')
  // A request is logged when its answer has gone.
  await expect.poll(read).toContain('"route":"/api/devices/all"')
  const written = read()
  const secrets = [...Object.values(SECRET), watch.password, watch.imei, nurse.email]
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
})
