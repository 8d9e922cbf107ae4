import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice, createGateway } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { sweepSilentNodes } from '@carewatch/platform/silent-nodes'
import { connectAsync } from 'mqtt'
import { openTimescale } from '@carewatch/platform/database/client'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { takeCommands } from '../downlink/commands.ts'
import { writePresence } from '../presence/rows.ts'
import { createPresence } from '../presence/presence.ts'
import { createSessions } from '../auth/sessions.ts'
import { createConflicts } from '../identity/conflicts.ts'
import { holdNodeLease } from './node-lease.ts'
import { createTcpConnections } from '../tcp/connections.ts'
import { type BrokerHarness, openNode, SOON, startBrokerHarness } from '../testing.ts'

describe('two brokers', () => {
  let harness: BrokerHarness
  let other: Awaited<ReturnType<typeof openNode>>
  let pool: pg.Pool
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
    other = await openNode(harness.databaseUrl)
    pool = openTimescale(harness.databaseUrl, 4)
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(async () => {
    await pool.end()
    await other.close()
    await harness.close()
  })

  const call = async (port: number, { imei }: { imei: string }, header = '') => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    await once(socket, 'connect')
    socket.write(`${header}IWAP00${imei},8900000000000000001,425010123456789#`)
    await vi.waitFor(() => expect(received).toMatch(/^IWBP00/), SOON)
    return { socket, received: () => received }
  }
  const statusOf = (deviceId: number) =>
    harness.one<{ online: boolean; nodeId: number; connection: string }>(
      'select online, door_id as "nodeId", connection from device_status where device_id = $1',
      [deviceId],
    )
  const hasMoved = (deviceId: number, before: Awaited<ReturnType<typeof statusOf>>) =>
    vi.waitFor(async () => expect((await statusOf(deviceId))?.nodeId).not.toBe(before?.nodeId), SOON)
  const newNode = async (silentFor = '0 seconds') =>
    (
      await harness.one<{ id: number }>(
        'insert into broker_nodes (seen_at) values (now() - $1::interval) returning id',
        [silentFor],
      )
    )?.id ?? 0
  const newWatch = async () => {
    const device = await createDevice(harness.db)
    const source = { deviceId: device.id, deviceUuid: device.uuid, format: 'native' }
    const at = new Date()
    const change = (connection: number, online: boolean) =>
      new Map([[device.id, { source, connection, online, at }]])
    return { ...device, source, change }
  }

  it('the newest line of a watch wins, at whichever door, and the watch never looks gone', async () => {
    const watch = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
    const first = await call(harness.watchPort, watch)
    await vi.waitFor(async () => expect(await statusOf(watch.id)).toMatchObject({ online: true }), SOON)
    const before = await statusOf(watch.id)
    await call(other.watchPort, watch)
    await hasMoved(watch.id, before)
    const after = await statusOf(watch.id)
    expect(after).toMatchObject({ online: true })
    expect(after?.nodeId).not.toBe(before?.nodeId)
    expect(Number(after?.connection)).toBeGreaterThan(Number(before?.connection))
    await call(harness.watchPort, watch)
    await vi.waitFor(
      async () => expect(await statusOf(watch.id)).toMatchObject({ nodeId: before?.nodeId }),
      SOON,
    )
    expect(await statusOf(watch.id)).toMatchObject({ online: true })
    expect(first.socket.closed).toBe(false)
  })

  it('a command goes down the newest line alone', async () => {
    const watch = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
    const first = await call(harness.watchPort, watch)
    await vi.waitFor(async () => expect(await statusOf(watch.id)).toMatchObject({ online: true }), SOON)
    const before = await statusOf(watch.id)
    const second = await call(other.watchPort, watch)
    await hasMoved(watch.id, before)
    const expiresAt = new Date(Date.now() + 3_600_000)
    await harness.db.insert(deviceCommands).values({ deviceId: watch.id, kind: 'FIND', expiresAt })
    await vi.waitFor(() => expect(second.received().match(/IWBP40/g)).toHaveLength(1), SOON)
    expect(first.received()).not.toContain('IWBP40')
  })

  it('two that say they are one watch are noticed, also at two doors', async () => {
    let ahead = 0
    const nodes = await Promise.all(
      ['203.0.113.7', '198.51.100.66'].map(async (from) => ({
        from,
        ...(await openNode(harness.databaseUrl, { PROXY_PROTOCOL: 'true' }, () => Date.now() + ahead)),
      })),
    )
    const watch = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
    const lines = []
    for (const { watchPort, from } of nodes) {
      lines.push(await call(watchPort, watch, `PROXY TCP4 ${from} 10.0.0.1 40000 5093\r\n`))
      await vi.waitFor(async () => expect(await statusOf(watch.id)).toMatchObject({ online: true }), SOON)
    }
    for (const beats of [60, 61, 62, 63]) {
      ahead += 120_000
      for (const { socket, received } of lines) {
        const before = received().length
        socket.write(`IWAP49,${beats}#`)
        await vi.waitFor(() => expect(received().slice(before)).toContain('IWBP49#'), SOON)
      }
    }
    const conflict = () =>
      harness.one('select reason from identity_conflicts where device_id = $1', [watch.id])
    await vi.waitFor(async () => expect(await conflict()).toEqual({ reason: 'CONNECTIONS' }), SOON)
    await Promise.all(nodes.map(({ close }) => close()))
  })

  it('the end of an old line says nothing of a watch that is elsewhere', async () => {
    const [here, there] = [await newNode(), await newNode()]
    const { id, change } = await newWatch()
    await writePresence(pool, here, change(1, true))
    expect(await writePresence(pool, there, change(2, true))).toMatchObject([{ deviceId: id, isMoved: true }])
    expect(await writePresence(pool, here, change(1, false))).toEqual([])
    expect(await writePresence(pool, here, change(1, true))).toMatchObject([{ isOvertaken: true }])
    expect(await statusOf(id)).toMatchObject({ online: true, nodeId: there })
    expect(await writePresence(pool, there, change(2, false))).toMatchObject([{ deviceId: id }])
    expect(await statusOf(id)).toMatchObject({ online: false })
  })

  it('a watch was heard when a line that is known to be it came, and not when another did', async () => {
    const node = await newNode()
    const { id, change } = await newWatch()
    const isHeard = async () =>
      (
        await harness.one<{ known: boolean }>(
          'select proven_seen_at is not null as known from device_status where device_id = $1',
          [id],
        )
      )?.known
    await writePresence(pool, node, change(0, true))
    expect(await isHeard()).toBe(false)
    await writePresence(pool, node, change(13, true))
    expect(await isHeard()).toBe(true)
  })

  it('news of an older sign-in that is written late changes nothing', async () => {
    const [here, there] = [await newNode(), await newNode()]
    const { id, change } = await newWatch()
    await Promise.all([
      writePresence(pool, there, change(12, true)),
      writePresence(pool, here, change(11, true)),
    ])
    await writePresence(pool, here, change(11, true))
    expect(await statusOf(id)).toMatchObject({ online: true, nodeId: there, connection: '12' })
  })

  it('what a door held that fell silent is gone, and what had moved is not', async () => {
    const [dead, alive] = [await newNode('16 seconds'), await newNode()]
    const [stayed, moved] = [await newWatch(), await newWatch()]
    const gateway = await createGateway(harness.db)
    await harness.sql.query('update gateways set online = true, door_id = $2 where id = $1', [
      gateway.id,
      dead,
    ])
    await writePresence(pool, dead, stayed.change(21, true))
    await writePresence(pool, dead, moved.change(22, true))
    await writePresence(pool, alive, moved.change(23, true))
    await sweepSilentNodes(pool)
    expect(await statusOf(stayed.id)).toMatchObject({ online: false })
    expect(await statusOf(moved.id)).toMatchObject({ online: true })
    expect(await harness.one('select online from gateways where id = $1', [gateway.id])).toEqual({
      online: false,
    })
  })

  const presenceAt = (nodeId: number) => {
    const received: string[] = []
    const presence = createPresence({
      db: pool,
      nodeId,
      graceMs: 0,
      publish: (_, payload) => received.push(payload),
      onTakenOver: () => {},
      onLost: () => {},
      onError: () => {},
    })
    return { received, ...presence }
  }

  it('a door that was only frozen says again whom it holds', async () => {
    const nodeId = await newNode()
    const { id, source, change } = await newWatch()
    const { received, ...presence } = presenceAt(nodeId)
    await writePresence(pool, nodeId, change(31, true))
    await harness.sql.query('update device_status set online = false where device_id = $1', [id])
    await presence.reassert(() => new Map([[id, { source, connection: 31, number: 31, receivedAt: 0 }]]))
    await vi.waitFor(async () => expect(await statusOf(id)).toMatchObject({ online: true, nodeId }), SOON)
    // Said after it was written.
    await vi.waitFor(() => expect(received).toMatchObject([expect.stringContaining('"online":true')]), SOON)
    await presence.close()
  })

  it('a door that was frozen says nothing of a dead line whose watch came and went elsewhere, until it is heard', async () => {
    const [here, there] = [await newNode(), await newNode()]
    const { id, source, change } = await newWatch()
    await writePresence(pool, here, change(51, true))
    await harness.sql.query('update device_status set online = false where device_id = $1', [id])
    await writePresence(pool, there, change(52, true))
    await writePresence(pool, there, change(52, false))
    const reassert = async (receivedAt: number) => {
      const presence = presenceAt(here)
      await presence.reassert(() => new Map([[id, { source, connection: 51, number: 51, receivedAt }]]))
      await presence.close()
    }
    await reassert(Date.now() - 60_000)
    expect(await statusOf(id)).toMatchObject({ online: false, nodeId: there })
    await reassert(Date.now() + 60_000)
    expect(await statusOf(id)).toMatchObject({ online: true, nodeId: here })
  })

  it('a watch whose door died is itself at another as soon as that is known', async () => {
    const dead = await newNode()
    const contacts = { sosContacts: [{ name: 'Dana', number: '+972501234567' }] }
    const watch = await createDevice(
      harness.db,
      { deviceModel: 'Vivistar VL16P', createdAt: new Date('2026-01-01') },
      contacts,
    )
    await harness.sql.query(`insert into device_proofs (device_id, how) values ($1, 'REPORTED_BEFORE')`, [
      watch.id,
    ])
    await harness.sql.query(
      'update device_status set online = true, door_id = $2, connection = 1 where device_id = $1',
      [watch.id, dead],
    )
    const line = await call(harness.watchPort, watch)
    await harness.sql.query(`update broker_nodes set seen_at = now() - interval '16 seconds' where id = $1`, [
      dead,
    ])
    await vi.waitFor(() => expect(line.received()).toContain('IWBP12'), SOON)
  })

  it('a watch that leaves while its door asks who is thought gone stays gone', async () => {
    const nodeId = await newNode()
    const { id, source } = await newWatch()
    const { received, ...presence } = presenceAt(nodeId)
    let held = new Map([[id, { source, connection: 32, number: 32, receivedAt: 0 }]])
    const holding = presence.reassert(() => held)
    held = new Map()
    await holding
    await presence.close()
    expect(received).toEqual([])
    expect(await statusOf(id)).toMatchObject({ online: false })
  })

  it('a door on its way out says that it lives until its last watch is out', async () => {
    const nodeId = await newNode('5 seconds')
    const lease = await holdNodeLease({
      db: pool,
      nodeId,
      sessions: createSessions(),
      tcpConnections: createTcpConnections(),
      conflicts: createConflicts({ db: pool, onError: () => {}, now: Date.now }),
      isShared: true,
      renewTcp: async () => {},
      publish: () => {},
      onTakenOver: () => {},
      onError: () => {},
    })
    lease.leave()
    const isAlive = async () =>
      (await harness.one(
        `select from broker_nodes where id = $1 and seen_at > now() - interval '4 seconds'`,
        [nodeId],
      )) !== undefined
    await vi.waitFor(async () => expect(await isAlive()).toBe(true), SOON)
    lease.end()
    await lease.presence.close()
  })

  it('a gateway that was switched off while the ear was away is let go', async () => {
    const { id, mac, password } = await createGateway(harness.db)
    const gateway = await connectAsync(`mqtt://127.0.0.1:${harness.port}`, {
      username: mac,
      password,
      reconnectPeriod: 0,
    })
    const cut = new Promise((closed) => gateway.once('close', () => closed(true)))
    await harness.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
    await harness.sql.query('update gateways set is_active = false where id = $1', [id])
    await cut
    expect(gateway.connected).toBe(false)
  })

  it('an order that went down a dead line goes again at the door where the watch is now, and once', async () => {
    const [here, there] = [await newNode(), await newNode()]
    const { id, change } = await newWatch()
    await writePresence(pool, here, change(41, true))
    const signedInAt = new Date(Date.now() - 60_000)
    const old = { deviceId: id, signedInAt, connection: 41, nodeId: here }
    const now = { deviceId: id, signedInAt, connection: 42, nodeId: there }
    const expiresAt = new Date(Date.now() + 3_600_000)
    await harness.db.insert(deviceCommands).values({ deviceId: id, kind: 'FIND', expiresAt })
    expect(await takeCommands(pool, old)).toHaveLength(1)
    await writePresence(pool, there, change(42, true))
    expect(await takeCommands(pool, old)).toEqual([])
    expect(await takeCommands(pool, now)).toHaveLength(1)
    expect(await takeCommands(pool, now)).toEqual([])
  })
})
