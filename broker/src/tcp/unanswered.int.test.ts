import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

describe('what a watch never answers', () => {
  let harness: BrokerHarness
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => {
    vi.useRealTimers()
    open.splice(0).forEach((socket) => socket.destroy())
  })
  afterAll(() => harness.close())

  type Watch = Awaited<ReturnType<typeof newWatch>>
  const newWatch = () => createDevice(harness.db, { deviceModel: '4P-Touch D41' }, { fallDetection: true })
  const signIn = async ({ imei }: Watch) => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    const send = (content: string) =>
      socket.write(`[3G*${imei}*${content.length.toString(16).padStart(4, '0')}*${content}]`)
    send('LK')
    await vi.waitFor(() => expect(received).toMatch(/LK\]/), SOON)
    return {
      send,
      received: () => received,
      receives: (what: RegExp) => vi.waitFor(() => expect(received).toMatch(what), SOON),
      /** Speaks once more, a minute later by the broker's clock. */
      async speaksOn() {
        const answers = received.length
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
        send('LK,10,20,50')
        await vi.waitFor(() => expect(received.length).toBeGreaterThan(answers), SOON)
      },
      hangUp: async () => {
        socket.destroy()
        await once(socket, 'close')
      },
    }
  }
  const unanswered = ({ id }: Watch) =>
    harness.one<{ unanswered: number; attempt: number }>(
      'select unanswered, attempt from setting_states where device_id = $1 and setting = $2',
      [id, 'fallDetection'],
    )
  const counts = (watch: Watch, n: number) =>
    vi.waitFor(async () => expect(await unanswered(watch)).toMatchObject({ unanswered: n }), SOON)
  const longAgo = ({ id }: Watch, minutes: number) =>
    harness.sql.query(
      `update setting_states set sent_at = sent_at - make_interval(mins => $2) where device_id = $1`,
      [id, minutes],
    )
  /** All that goes down at a sign-in has gone when what is asked for afterwards is answered. */
  const saidAll = async (tcp: Awaited<ReturnType<typeof signIn>>) => {
    tcp.send('LK,1,1,1')
    await vi.waitFor(() => expect([...tcp.received().matchAll(/LK\]/g)]).toHaveLength(2), SOON)
    return tcp.received()
  }

  it('is sent again at once after a line that was lost before it had the time to answer', async () => {
    const watch = await newWatch()
    const first = await signIn(watch)
    await first.receives(/FALLDOWN,1/)
    first.send('LK,1,1,1')
    await first.hangUp()
    const second = await signIn(watch)
    await second.receives(/FALLDOWN,1/)
    expect(await unanswered(watch)).toEqual({ unanswered: 0, attempt: 2 })
  })

  it('is tried again later and later where it went on speaking, and a changed value at once', async () => {
    const watch = await newWatch()
    const first = await signIn(watch)
    await first.receives(/FALLDOWN,1/)
    await first.speaksOn()
    await counts(watch, 1)
    vi.useRealTimers()
    await first.hangUp()

    const second = await signIn(watch)
    expect(await saidAll(second)).not.toMatch(/FALLDOWN/)
    await second.hangUp()

    await longAgo(watch, 11)
    const third = await signIn(watch)
    await third.receives(/FALLDOWN,1/)
    await third.speaksOn()
    await counts(watch, 2)
    vi.useRealTimers()
    await third.hangUp()

    await longAgo(watch, 11)
    const fourth = await signIn(watch)
    expect(await saidAll(fourth)).not.toMatch(/FALLDOWN/)
    await harness.sql.query(
      'update watch_settings set revision = revision + 1, fall_detection = false where device_id = $1',
      [watch.id],
    )
    await fourth.receives(/FALLDOWN,0/)
    expect(await unanswered(watch)).toMatchObject({ unanswered: 0 })
  })

  it('is not what it took: an answer within the minute counts', async () => {
    const watch = await newWatch()
    const tcp = await signIn(watch)
    await tcp.receives(/FALLDOWN,1/)
    tcp.send('FALLDOWN')
    await vi.waitFor(
      async () =>
        expect(
          await harness.one(
            `select is_taken from setting_states where device_id = $1 and setting = 'fallDetection'`,
            [watch.id],
          ),
        ).toEqual({ is_taken: true }),
      SOON,
    )
    await tcp.speaksOn()
    const others = `select count(*)::int as n from setting_states where device_id = $1 and unanswered = 1`
    await vi.waitFor(
      async () => expect((await harness.one<{ n: number }>(others, [watch.id]))?.n).toBeGreaterThan(0),
      SOON,
    )
    expect(await unanswered(watch)).toMatchObject({ unanswered: 0 })
  })
})
