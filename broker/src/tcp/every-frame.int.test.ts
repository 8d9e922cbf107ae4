import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

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
    return { socket, acknowledged: () => received.match(/IWBP49#/g)?.length ?? 0 }
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

  it('is stored once, though the line is lost again and again and what was not answered is said once more', async () => {
    const watch = await newWatch()
    let next = 0
    // Each line brings ten more than the one before was answered, and is lost when some of them are.
    for (let line = 0; line < 6; line++) {
      const { socket, acknowledged } = await call()
      socket.write(login(watch) + sent.slice(next, next + 10).join(''), 'latin1')
      await vi.waitFor(() => expect(acknowledged()).toBeGreaterThanOrEqual(4), SOON)
      socket.resetAndDestroy()
      // As one that heard of four and lost the answers to the others.
      next += 4
    }
    const last = await call()
    last.socket.write(login(watch) + sent.slice(next, next + 10).join(''), 'latin1')
    await vi.waitFor(() => expect(last.acknowledged()).toBe(10), SOON)
    expect(await stored(watch.id)).toEqual(pulses.slice(0, next + 10))
  })
})
