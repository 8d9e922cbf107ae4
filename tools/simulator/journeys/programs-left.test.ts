import type { Scope } from '@carewatch/contracts/scopes'
import { partnerTopic } from '@carewatch/contracts/topics'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './person.ts'
import { type Product, startProduct } from './product.ts'

/** Guards against what hangs: an api starts again on a machine that may have other work. */
const SOON = { timeout: 90_000, interval: 200 }
const SCOPES: Scope[] = ['live:read', 'readings:read']

let database: Awaited<ReturnType<typeof testDatabase>>
let product: Product
const open: MqttClient[] = []
beforeAll(async () => {
  database = await testDatabase()
  product = await startProduct(database.url)
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)))
  await product.close()
  await database.drop()
})

async function connect(username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(product.mqttUrl, { username, password, reconnectPeriod: 0 }, false)
  client.on('error', () => {})
  open.push(client)
  return client
}

it('a program whose api is killed is cut off, and receives again once it came back', async () => {
  const { db } = database
  const company = await createCompany(db)
  const branch = await createBranch(db, company.id)
  const { imei, password } = await createDevice(db, { companyId: company.id, branchId: branch.id })
  const manager = await signIn(
    product,
    (await createUser(db, { role: 'MANAGER', companyId: company.id })).email,
  )
  const body = { name: 'Ward system', scopes: SCOPES, password: 'carewatch' }
  // Safe: a key that is not there fails the test.
  const made = (await manager.post('/apiKeys/new', body)).context as {
    secret: string
    apiKey: { prefix: string }
  }
  const watch = await connect(imei, password)
  const measure = () => watch.publishAsync(`watch/${imei}/readings`, '{"heartRate":72}', { qos: 1 })
  let received = 0
  const enter = async (): Promise<MqttClient> => {
    const program = await connect(made.apiKey.prefix, made.secret)
    program.on('message', () => received++)
    await program.subscribeAsync(partnerTopic.all(company.uuid), { qos: 1 })
    return program
  }
  const untilReceived = () => {
    received = 0
    return expect.poll(async () => (await measure(), received > 0), SOON).toBe(true)
  }
  const program = await enter()
  await untilReceived()
  let isCut = false
  program.once('close', () => (isCut = true))
  const { api } = product.parts
  await expect.poll(api.pid, SOON).toBeDefined()
  process.kill(api.pid() ?? 0, 'SIGKILL')
  // Nobody is left with a connection on which nothing comes.
  await expect.poll(() => isCut, SOON).toBe(true)
  await expect.poll(() => enter().then(Boolean, () => false), SOON).toBe(true)
  await untilReceived()
})
