import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice, createGateway } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { sweepSilentDoors } from '@carewatch/platform/silent-doors'
import { connectAsync } from 'mqtt'
import { openTimescale } from '@carewatch/platform/database/client'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { takeCommands } from '../downlink/commands.ts'
import { writePresence } from '../presence/rows.ts'
import { createPresence } from '../presence/presence.ts'
import { createSessions } from '../auth/sessions.ts'
import { standAsDoor } from './node-lease.ts'
import { createLines } from '../tcp/connections.ts'
import { type DoorStand, openDoor, SOON, startDoorStand } from '../testing.ts'

describe('two front doors', () => {
  let stand: DoorStand
  let other: Awaited<ReturnType<typeof openDoor>>
  let pool: pg.Pool
  const open: Socket[] = []

  beforeAll(async () => {
    stand = await startDoorStand()
    other = await openDoor(stand.databaseUrl)
    pool = openTimescale(stand.databaseUrl, 4)
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(async () => {
    await pool.end()
    await other.close()
    await stand.close()
  })

  const call = async (port: number, { imei }: { imei: string }) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    open.push(socket)
    let told = ''
    socket.on('data', (chunk) => (told += chunk.toString('latin1')))
    await once(socket, 'connect')
    socket.write(`IWAP00${imei},8900000000000000001,425010123456789#`)
    await vi.waitFor(() => expect(told).toMatch(/^IWBP00/), SOON)
    return { socket, told: () => told }
  }
  const statusOf = (deviceId: number) =>
    stand.one<{ online: boolean; doorId: number; connection: string }>(
      'select online, door_id as "doorId", connection from device_status where device_id = $1',
      [deviceId],
    )
  const newDoor = async (silentFor = '0 seconds') =>
    (
      await stand.one<{ id: number }>(
        'insert into front_doors (seen_at) values (now() - $1::interval) returning id',
        [silentFor],
      )
    )?.id ?? 0
  const newWatch = async () => {
    const device = await createDevice(stand.db)
    const source = { deviceId: device.id, deviceUuid: device.uuid, format: 'native' }
    const at = new Date()
    const change = (connection: number, online: boolean) =>
      new Map([[device.id, { source, connection, online, at }]])
    return { ...device, source, change }
  }

  it('the newest line of a watch wins, at whichever door, and the watch never looks gone', async () => {
    const watch = await createDevice(stand.db, { deviceModel: 'Vivistar VL16P' })
    const first = await call(stand.watchPort, watch)
    await vi.waitFor(async () => expect(await statusOf(watch.id)).toMatchObject({ online: true }), SOON)
    const before = await statusOf(watch.id)
    const cut = once(first.socket, 'close')
    await call(other.watchPort, watch)
    await cut
    const after = await statusOf(watch.id)
    expect(after).toMatchObject({ online: true })
    expect(after?.doorId).not.toBe(before?.doorId)
    expect(Number(after?.connection)).toBeGreaterThan(Number(before?.connection))
    await call(stand.watchPort, watch)
    await vi.waitFor(
      async () => expect(await statusOf(watch.id)).toMatchObject({ doorId: before?.doorId }),
      SOON,
    )
    expect(await statusOf(watch.id)).toMatchObject({ online: true })
  })

  it('a command goes down the newest line alone', async () => {
    const watch = await createDevice(stand.db, { deviceModel: 'Vivistar VL16P' })
    const first = await call(stand.watchPort, watch)
    const cut = once(first.socket, 'close')
    const second = await call(other.watchPort, watch)
    await cut
    const expiresAt = new Date(Date.now() + 3_600_000)
    await stand.db.insert(deviceCommands).values({ deviceId: watch.id, kind: 'FIND', expiresAt })
    await vi.waitFor(() => expect(second.told().match(/IWBP40/g)).toHaveLength(1), SOON)
    expect(first.told()).not.toContain('IWBP40')
  })

  it('the end of an old line says nothing of a watch that is elsewhere', async () => {
    const [here, there] = [await newDoor(), await newDoor()]
    const { id, change } = await newWatch()
    await writePresence(pool, here, change(1, true))
    expect(await writePresence(pool, there, change(2, true))).toMatchObject([{ deviceId: id, isMoved: true }])
    expect(await writePresence(pool, here, change(1, false))).toEqual([])
    expect(await writePresence(pool, here, change(1, true))).toMatchObject([{ isOvertaken: true }])
    expect(await statusOf(id)).toMatchObject({ online: true, doorId: there })
    expect(await writePresence(pool, there, change(2, false))).toMatchObject([{ deviceId: id }])
    expect(await statusOf(id)).toMatchObject({ online: false })
  })

  it('news of an older sign-in that is written late changes nothing', async () => {
    const [here, there] = [await newDoor(), await newDoor()]
    const { id, change } = await newWatch()
    await Promise.all([
      writePresence(pool, there, change(12, true)),
      writePresence(pool, here, change(11, true)),
    ])
    await writePresence(pool, here, change(11, true))
    expect(await statusOf(id)).toMatchObject({ online: true, doorId: there, connection: '12' })
  })

  it('what a door held that fell silent is gone, and what had moved is not', async () => {
    const [dead, alive] = [await newDoor('16 seconds'), await newDoor()]
    const [stayed, moved] = [await newWatch(), await newWatch()]
    const gateway = await createGateway(stand.db)
    await stand.sql.query('update gateways set online = true, door_id = $2 where id = $1', [gateway.id, dead])
    await writePresence(pool, dead, stayed.change(21, true))
    await writePresence(pool, dead, moved.change(22, true))
    await writePresence(pool, alive, moved.change(23, true))
    await sweepSilentDoors(pool)
    expect(await statusOf(stayed.id)).toMatchObject({ online: false })
    expect(await statusOf(moved.id)).toMatchObject({ online: true })
    expect(await stand.one('select online from gateways where id = $1', [gateway.id])).toEqual({
      online: false,
    })
  })

  const presenceAt = (doorId: number) => {
    const told: string[] = []
    const presence = createPresence({
      db: pool,
      doorId,
      patienceMs: 0,
      tell: (_, payload) => told.push(payload),
      onTaken: () => {},
      onLost: () => {},
      onError: () => {},
    })
    return { told, ...presence }
  }

  it('a door that was only frozen says again whom it holds', async () => {
    const doorId = await newDoor()
    const { id, source, change } = await newWatch()
    const { told, ...presence } = presenceAt(doorId)
    await writePresence(pool, doorId, change(31, true))
    await stand.sql.query('update device_status set online = false where device_id = $1', [id])
    await presence.holdOn(() => new Map([[id, { source, connection: 31 }]]))
    await vi.waitFor(async () => expect(await statusOf(id)).toMatchObject({ online: true, doorId }), SOON)
    await presence.close()
    expect(told).toMatchObject([expect.stringContaining('"online":true')])
  })

  it('a watch that leaves while its door asks who is thought gone stays gone', async () => {
    const doorId = await newDoor()
    const { id, source } = await newWatch()
    const { told, ...presence } = presenceAt(doorId)
    let held = new Map([[id, { source, connection: 32 }]])
    const holding = presence.holdOn(() => held)
    held = new Map()
    await holding
    await presence.close()
    expect(told).toEqual([])
    expect(await statusOf(id)).toMatchObject({ online: false })
  })

  it('a door on its way out says that it lives until its last watch is out', async () => {
    const doorId = await newDoor('5 seconds')
    const standing = await standAsDoor({
      db: pool,
      doorId,
      sessions: createSessions(),
      lines: createLines(),
      isShared: true,
      tell: () => {},
      onTaken: () => {},
      onError: () => {},
    })
    standing.leave()
    const isAlive = async () =>
      (await stand.one(`select from front_doors where id = $1 and seen_at > now() - interval '4 seconds'`, [
        doorId,
      ])) !== undefined
    await vi.waitFor(async () => expect(await isAlive()).toBe(true), SOON)
    standing.end()
    await standing.presence.close()
  })

  it('a gateway that was switched off while the ear was away is let go', async () => {
    const { id, mac, password } = await createGateway(stand.db)
    const gateway = await connectAsync(`mqtt://127.0.0.1:${stand.port}`, {
      username: mac,
      password,
      reconnectPeriod: 0,
    })
    const cut = new Promise((closed) => gateway.once('close', () => closed(true)))
    await stand.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
    await stand.sql.query('update gateways set is_active = false where id = $1', [id])
    await cut
    expect(gateway.connected).toBe(false)
  })

  it('an order that went down a dead line goes again at the door where the watch is now, and once', async () => {
    const [here, there] = [await newDoor(), await newDoor()]
    const { id, change } = await newWatch()
    await writePresence(pool, here, change(41, true))
    const signedInAt = new Date(Date.now() - 60_000)
    const old = { deviceId: id, signedInAt, connection: 41, doorId: here }
    const now = { deviceId: id, signedInAt, connection: 42, doorId: there }
    const expiresAt = new Date(Date.now() + 3_600_000)
    await stand.db.insert(deviceCommands).values({ deviceId: id, kind: 'FIND', expiresAt })
    expect(await takeCommands(pool, old)).toHaveLength(1)
    await writePresence(pool, there, change(42, true))
    expect(await takeCommands(pool, old)).toEqual([])
    expect(await takeCommands(pool, now)).toHaveLength(1)
    expect(await takeCommands(pool, now)).toEqual([])
  })
})
