import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { freePort } from '@carewatch/launcher/ports'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/migrations/testing'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isNotification, signIn } from './person.ts'
import { openWorld, type World } from './world.ts'

const redisServer = process.env.REDIS_SERVER

describe.skipIf(!redisServer)('with its queues and sessions on Redis', () => {
  let redis: ChildProcess
  let database: Awaited<ReturnType<typeof testDatabase>>
  let world: World

  const isListening = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connectSocket(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })

  beforeAll(async () => {
    const port = await freePort()
    redis = spawn(redisServer ?? '', [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ])
    await vi.waitUntil(() => isListening(port), { timeout: 10_000 })
    database = await testDatabase()
    world = await openWorld(database.url, { REDIS_URL: `redis://127.0.0.1:${port}` })
  })
  afterAll(async () => {
    await world.close()
    await database.drop()
    redis.kill()
    await once(redis, 'exit')
  })

  it('rings an SOS just the same', async () => {
    const company = await createCompany(database.db)
    const branch = await createBranch(database.db, company.id)
    const place = { companyId: company.id, branchId: branch.id }
    const noa = await createUser(database.db, { role: 'SUPERVISOR', ...place })
    const device = await createDevice(database.db, place)
    const screen = await (await signIn(world, noa.email)).listen()
    const watch = await connectAsync(world.mqttUrl, { username: device.imei, password: device.password })
    await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
    expect((await screen.next(isNotification('opened'))).notification).toMatchObject({
      kind: 'SOS',
      deviceIMEI: device.imei,
    })
    screen.close()
    await watch.endAsync()
  })

  it('judges without Redis too, by the sweep, when it is gone', async () => {
    const company = await createCompany(database.db)
    const device = await createDevice(database.db, { companyId: company.id })
    const noa = await createUser(database.db, { role: 'MANAGER', companyId: company.id })
    const nurse = await signIn(world, noa.email)
    redis.kill('SIGSTOP')
    await database.db.execute(
      `insert into unjudged (urgent, events) values (true, '[{"deviceId":${device.id},"type":"FALL","time":${Date.now()},"receivedAt":${Date.now()}}]')`,
    )
    await expect
      .poll(async () => (await nurse.get('/notification/all/after/0')).context.unacknowledged, {
        timeout: 10_000,
      })
      .toBe(1)
    redis.kill('SIGCONT')
  })
})
