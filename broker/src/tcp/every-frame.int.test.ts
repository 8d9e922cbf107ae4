import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness, whileNothingIsStored } from '../testing.ts'

const FRAMES = 1_000

describe('every frame of a watch that names no time', () => {
  let harness: BrokerHarness
  const open: Socket[] = []
  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => harness.close())

  const newWatch = () => createDevice(harness.db, { deviceModel: 'watch-iw' })
  const call = async () => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    return {
      socket,
      isSignedIn: () => received.includes('IWBP00'),
      acknowledged: () => received.match(/IWBP49#/g)?.length ?? 0,
    }
  }
  const stored = async (deviceId: number): Promise<number[]> =>
    (
      await harness.sql.query<{ value: number }>(
        'select value from readings where device_id = $1 and metric = 1 order by time',
        [deviceId],
      )
    ).rows.map(({ value }) => value)
  /** Pulses of which many are the same. */
  const pulses = Array.from({ length: FRAMES }, (_, n) => 60 + (n % 7))
  const login = ({ imei }: { imei: string }) => `IWAP00${imei},1,1#`
  const sent = pulses.map((pulse) => `IWAP49,${pulse}#`)

  it('is stored once, in its order, and acknowledged, though all come in one segment', async () => {
    const watch = await newWatch()
    const { socket, acknowledged } = await call()
    socket.write(login(watch) + sent.join(''), 'latin1')
    await vi.waitFor(() => expect(acknowledged()).toBe(FRAMES), { timeout: 60_000, interval: 100 })
    expect(await stored(watch.id)).toEqual(pulses)
  })

  it('is stored once, cut anywhere', async () => {
    const watch = await newWatch()
    const { socket, acknowledged } = await call()
    const stream = login(watch) + sent.slice(0, 200).join('')
    for (let at = 0; at < stream.length; at += 1 + ((at * 7) % 13)) {
      socket.write(stream.slice(at, at + 1 + ((at * 7) % 13)), 'latin1')
    }
    await vi.waitFor(() => expect(acknowledged()).toBe(200), { timeout: 60_000, interval: 100 })
    expect(await stored(watch.id)).toEqual(pulses.slice(0, 200))
  })

  it('is stored once, though the line is lost again and again before it is answered', async () => {
    const watch = await newWatch()
    // Somebody whose heart does not change: each frame is like the other.
    const same = Array.from({ length: 10 }, () => 'IWAP49,72#').join('')
    await whileNothingIsStored(harness.sql, async (isHeldUp) => {
      for (let line = 0; line < 4; line++) {
        const { socket, isSignedIn, acknowledged } = await call()
        // What follows the sign-in in its segment is read before its answer is on its way.
        socket.write(login(watch) + same, 'latin1')
        await vi.waitUntil(isSignedIn, SOON)
        await vi.waitUntil(isHeldUp, SOON)
        expect(acknowledged()).toBe(0)
        socket.resetAndDestroy()
      }
    })
    const last = await call()
    last.socket.write(login(watch) + same, 'latin1')
    await vi.waitFor(() => expect(last.acknowledged()).toBe(10), SOON)
    expect(await stored(watch.id)).toEqual(Array.from({ length: 10 }, () => 72))
  })

  it('is a new one where the one like it was answered, on another line too', async () => {
    const watch = await newWatch()
    const lines = ['IWAP49,35#', 'IWAP49,72#', 'IWAP49,35#']
    for (const one of lines) {
      const { socket, acknowledged } = await call()
      socket.write(login(watch) + one, 'latin1')
      await vi.waitFor(() => expect(acknowledged()).toBe(1), SOON)
      socket.destroy()
    }
    expect(await stored(watch.id)).toEqual([35, 72, 35])
  })
})
