import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, openNode, SOON, startBrokerHarness } from '../testing.ts'

const MODELS = { iw: 'Vivistar VL16P', threeG: '4P-Touch D41' }

describe('what is known of each setting of a watch that speaks over plain TCP', () => {
  let harness: BrokerHarness
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => harness.close())

  const newWatch = (deviceModel: string, settings = {}) =>
    createDevice(harness.db, { deviceModel }, { fallDetection: true, ...settings })
  const call = async (port = harness.watchPort) => {
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    return {
      socket,
      send: (text: string) => socket.write(text, 'latin1'),
      received: () => received,
      all: (pattern: RegExp) => [...received.matchAll(pattern)].map(([, first]) => first),
      receives: (what: RegExp | string) => vi.waitFor(() => expect(received).toMatch(what), SOON),
    }
  }
  type Watch = Awaited<ReturnType<typeof newWatch>>
  type Tcp = Awaited<ReturnType<typeof call>>
  const iw = async ({ imei }: Watch, port?: number) => {
    const tcp = await call(port)
    tcp.send(`IWAP00${imei}#`)
    await tcp.receives('IWBP00')
    return tcp
  }
  const frame3g = ({ imei }: Watch, content: string) =>
    `[3G*${imei}*${content.length.toString(16).padStart(4, '0')}*${content}]`
  const threeG = async (watch: Watch) => {
    const tcp = await call()
    tcp.send(frame3g(watch, 'LK'))
    await tcp.receives('LK]')
    return tcp
  }
  const serialOf = (tcp: Tcp, opcode: string) =>
    [...tcp.received().matchAll(new RegExp(`IWBP${opcode},\\d{15},(\\d{6})`, 'g'))].at(-1)?.[1]
  const acknowledge = (tcp: Tcp, ...opcodes: string[]) =>
    tcp.send(opcodes.map((opcode) => `IWAP${opcode},${serialOf(tcp, opcode)}#`).join(''))
  const ALL_3G = [
    'UPLOAD',
    'APPLOCK',
    'SOS',
    'PHB',
    'PHB2',
    'DEVREFUSEPHONESWITCH',
    'ACALL',
    'bodytemp',
    'REMIND',
    'FALLDOWN',
    'LSSET',
  ]
  const IW_ALL = ['33', '12', '14', '84', '89', '87', '85', '76', '77']

  type State = { attempt: number; isTaken: boolean | null; isSent: boolean }
  const stateOf = ({ id }: Watch, setting: string) =>
    harness.one<State>(
      `select attempt, is_taken as "isTaken", sent_at is not null as "isSent" from setting_states where device_id = $1 and setting = $2`,
      [id, setting],
    )
  const isTaken = (watch: Watch, setting: string, expected: boolean | null, attempt?: number) =>
    vi.waitFor(
      async () =>
        expect(await stateOf(watch, setting)).toMatchObject({
          isTaken: expected,
          ...(attempt !== undefined && { attempt }),
        }),
      SOON,
    )
  const reached = async ({ id }: Watch) =>
    harness.one('select revision, reported_revision as reported from watch_settings where device_id = $1', [
      id,
    ])
  const change = ({ id }: Watch, to: string) =>
    harness.sql.query(`update watch_settings set revision = revision + 1, ${to} where device_id = $1`, [id])
  const order = async ({ id: deviceId }: Watch, kind: string, minutesAgo = 0) => {
    const [row] = await harness.db
      .insert(deviceCommands)
      .values({
        deviceId,
        kind,
        createdAt: new Date(Date.now() - minutesAgo * 60_000),
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .returning()
    return row?.uuid
  }
  const commandState = async (uuid: string | undefined) =>
    (await harness.one<{ state: string }>('select state from device_commands where uuid = $1', [uuid]))?.state
  /** One that has all of its settings. */
  const setUp = async (): Promise<[Watch, Tcp]> => {
    const watch = await newWatch(MODELS.threeG)
    const tcp = await threeG(watch)
    await tcp.receives('LSSET')
    tcp.send(ALL_3G.map((word) => frame3g(watch, word)).join(''))
    await vi.waitFor(async () => expect(await reached(watch)).toEqual({ revision: 1, reported: 1 }), SOON)
    return [watch, tcp]
  }
  /** Something that a watch answers: what came before it on its connection was handled. */
  const isHeard = async (tcp: Tcp) => {
    const before = tcp.received().split('IWBP49#').length
    tcp.send('IWAP49,72#')
    await vi.waitFor(() => expect(tcp.received().split('IWBP49#').length).toBe(before + 1), SOON)
  }
  const LOSSES = {
    'is reset': ({ socket }: Tcp) => socket.resetAndDestroy(),
    'is closed': ({ socket }: Tcp) => socket.destroy(),
    'is half-closed': ({ socket }: Tcp) => socket.end(),
    'freezes, and stays open': ({ socket }: Tcp) => socket.pause(),
    'breaks off in the middle of its answer': ({ socket }: Tcp) =>
      socket.write('IWAP76,0', () => socket.resetAndDestroy()),
  }

  it.each(Object.entries(LOSSES))(
    'a connection that %s before the answer loses nothing: the next is sent it again',
    async (_, lose) => {
      const watch = await newWatch(MODELS.iw)
      const tcp = await iw(watch)
      await tcp.receives('IWBP77')
      acknowledge(tcp, ...IW_ALL.filter((opcode) => opcode !== '76'))
      await isTaken(watch, 'fallSensitivity', true)
      expect(await reached(watch)).toEqual({ revision: 1, reported: null })
      lose(tcp)
      const back = await iw(watch)
      await back.receives('IWBP76')
      expect(back.all(/IWBP(\w\w),\d{15}/g)).toEqual(['76'])
      expect(await stateOf(watch, 'fallDetection')).toMatchObject({ attempt: 2, isTaken: null })
      acknowledge(back, '76')
      await isTaken(watch, 'fallDetection', true)
      await vi.waitFor(async () => expect(await reached(watch)).toEqual({ revision: 1, reported: 1 }), SOON)
      const third = await iw(watch)
      await isHeard(third)
      expect(third.received()).not.toMatch(/IWBP\w\w,\d{15}/)
    },
  )

  it('a connection that was lost before the change was sent takes it with the next', async () => {
    const watch = await newWatch(MODELS.iw, { reportedRevision: 1 })
    const tcp = await iw(watch)
    tcp.socket.pause()
    await change(watch, 'fall_detection = false')
    await vi.waitFor(async () => expect(await stateOf(watch, 'fallDetection')).toBeDefined(), SOON)
    tcp.socket.resetAndDestroy()
    const back = await iw(watch)
    await back.receives(/IWBP76,\d{15},\d{6},0#/)
  })

  it('an answer is no confirmation by another number, of another command, or of an older value', async () => {
    const watch = await newWatch(MODELS.iw)
    const tcp = await iw(watch)
    await tcp.receives('IWBP77')
    const old = serialOf(tcp, '76')
    tcp.send(`IWAP76,000000#IWAP77,${Number(old) + 1}#IWAP99,${old}#`)
    await change(watch, 'fall_detection = false')
    await tcp.receives(/IWBP76,\d{15},\d{6},0#/)
    tcp.send(`IWAP76,${old}#`)
    await isHeard(tcp)
    expect(await stateOf(watch, 'fallDetection')).toMatchObject({ attempt: 2, isTaken: null })
    expect(await stateOf(watch, 'fallSensitivity')).toMatchObject({ attempt: 1, isTaken: null })
    acknowledge(tcp, '76')
    await isTaken(watch, 'fallDetection', true, 2)
  })

  it('a value that comes back after another is sent again, though the watch had it once', async () => {
    const watch = await newWatch(MODELS.iw)
    const tcp = await iw(watch)
    await tcp.receives('IWBP77')
    acknowledge(tcp, ...IW_ALL)
    await isTaken(watch, 'fallDetection', true, 1)
    await change(watch, 'fall_detection = false')
    await tcp.receives(/IWBP76,\d{15},\d{6},0#/)
    await change(watch, 'fall_detection = true')
    await isTaken(watch, 'fallDetection', null, 3)
    const values = () => tcp.all(/IWBP76,\d{15},\d{6},(\d)#/g)
    await vi.waitFor(() => expect(values()).toEqual(['1', '0', '1']), SOON)
  })

  it('a word that is all the answer there is confirms the first that was sent, never the last before its turn', async () => {
    const watch = await newWatch(MODELS.threeG)
    const tcp = await threeG(watch)
    await tcp.receives(/FALLDOWN,1/)
    await change(watch, 'fall_detection = false')
    await tcp.receives(/FALLDOWN,0/)
    tcp.send(frame3g(watch, 'FALLDOWN') + frame3g(watch, 'LSSET'))
    await isTaken(watch, 'fallSensitivity', true)
    expect(await stateOf(watch, 'fallDetection')).toMatchObject({ attempt: 2, isTaken: null })
    tcp.send(frame3g(watch, 'FALLDOWN'))
    await isTaken(watch, 'fallDetection', true, 2)
  })

  it('a word that answers a command as well confirms neither, until each of them is answered', async () => {
    const watch = await newWatch(MODELS.threeG)
    const tcp = await threeG(watch)
    await tcp.receives('LSSET')
    const panic = await order(watch, 'PANIC_ON')
    await tcp.receives('UPLOAD,60')
    tcp.send(frame3g(watch, 'UPLOAD') + frame3g(watch, 'LSSET'))
    await isTaken(watch, 'fallSensitivity', true)
    expect(await stateOf(watch, 'operationMode')).toMatchObject({ isTaken: null })
    expect(await commandState(panic)).toBe('SENT')
    tcp.send(frame3g(watch, 'UPLOAD'))
    await isTaken(watch, 'operationMode', true)
    await vi.waitFor(async () => expect(await commandState(panic)).toBe('DELIVERED'), SOON)
  })

  it('a setting of several frames is there when all of them are', async () => {
    const watch = await newWatch(MODELS.threeG)
    const tcp = await threeG(watch)
    await tcp.receives(/LSSET/)
    tcp.send(frame3g(watch, 'PHB') + frame3g(watch, 'LSSET'))
    await isTaken(watch, 'fallSensitivity', true)
    expect(await stateOf(watch, 'phonebook')).toMatchObject({ isTaken: null })
    tcp.send(frame3g(watch, 'PHB2'))
    await isTaken(watch, 'phonebook', true)
  })

  it('what a watch refused it does not have, and is asked again when it comes back', async () => {
    const watch = await newWatch(MODELS.threeG)
    const tcp = await threeG(watch)
    await tcp.receives(/LSSET/)
    tcp.send(frame3g(watch, 'FALLDOWN,0') + frame3g(watch, 'PHB,0') + frame3g(watch, 'PHB2'))
    await isTaken(watch, 'fallDetection', false)
    await isTaken(watch, 'phonebook', false)
    const back = await threeG(watch)
    await back.receives(/FALLDOWN,1/)
    expect(await stateOf(watch, 'fallDetection')).toMatchObject({ attempt: 2, isTaken: null })
  })

  it('of a hundred changes the last one holds, and it alone is confirmed', async () => {
    const watch = await newWatch(MODELS.threeG)
    const tcp = await threeG(watch)
    await tcp.receives(/LSSET/)
    for (let revision = 2; revision <= 101; revision++)
      await change(watch, `fall_detection = ${revision % 2 === 1}, fall_sensitivity = 'LOW'`)
    await vi.waitFor(
      async () =>
        expect(
          await harness.one('select sent_revision as sent from watch_settings where device_id = $1', [
            watch.id,
          ]),
        ).toEqual({ sent: 101 }),
      SOON,
    )
    const sent = () => tcp.all(/\*FALLDOWN,(\d)/g)
    const { attempt } = (await stateOf(watch, 'fallDetection')) ?? { attempt: 0 }
    await vi.waitFor(() => expect(sent()).toHaveLength(attempt), SOON)
    expect(sent().at(-1)).toBe('1')
    tcp.send(frame3g(watch, 'FALLDOWN').repeat(attempt - 1))
    tcp.send(frame3g(watch, 'REMIND'))
    await isTaken(watch, 'reminders', true)
    expect(await stateOf(watch, 'fallDetection')).toMatchObject({ isTaken: null, attempt })
    // With more of them unanswered than can be counted, the next connection asks.
    const back = await threeG(watch)
    await back.receives(/FALLDOWN,1/)
    back.send(frame3g(watch, 'FALLDOWN'))
    await isTaken(watch, 'fallDetection', true, attempt + 1)
  })

  it('what nobody chose is left to the watch, and is not waited for', async () => {
    const watch = await newWatch(MODELS.iw)
    const tcp = await iw(watch)
    await tcp.receives('IWBP77')
    acknowledge(tcp, ...IW_ALL)
    await vi.waitFor(async () => expect(await reached(watch)).toEqual({ revision: 1, reported: 1 }), SOON)
    expect(await stateOf(watch, 'heartRateIntervalMinutes')).toMatchObject({ isSent: false, isTaken: null })
  })

  it('what went to a model that takes more is not waited for once it is another', async () => {
    const watch = await newWatch(MODELS.iw)
    const row = [watch.id, 'autoAnswer']
    const insert = `insert into setting_states (device_id, setting, revision, digest, sent_at) values ($1, $2, 1, 'of a 3G', now())`
    await harness.sql.query(insert, row)
    const tcp = await iw(watch)
    await tcp.receives('IWBP77')
    acknowledge(tcp, ...IW_ALL)
    await vi.waitFor(async () => expect(await reached(watch)).toEqual({ revision: 1, reported: 1 }), SOON)
  })

  it('another node goes on where the first one ended between the sending and the answer', async () => {
    const watch = await newWatch(MODELS.iw)
    const other = await openNode(harness.databaseUrl)
    const tcp = await iw(watch, other.watchPort)
    await tcp.receives('IWBP77')
    acknowledge(tcp, '33')
    await isTaken(watch, 'operationMode', true)
    await other.close()
    const back = await iw(watch)
    await back.receives('IWBP77')
    expect(back.all(/IWBP(\w\w),\d{15}/g)).toEqual(IW_ALL.slice(1))
  })

  it('a panic lasts over a lost line, and the next saved setting ends it', async () => {
    const [watch, tcp] = await setUp()
    const panic = await order(watch, 'PANIC_ON')
    await tcp.receives('UPLOAD,60')
    tcp.send(frame3g(watch, 'UPLOAD'))
    await vi.waitFor(async () => expect(await commandState(panic)).toBe('DELIVERED'), SOON)
    tcp.socket.resetAndDestroy()
    const back = await threeG(watch)
    await order(watch, 'LOCATE')
    await back.receives(/\*CR\]/)
    expect(back.received()).not.toContain('UPLOAD')
    expect(await stateOf(watch, 'operationMode')).toMatchObject({ isTaken: true })
    await change(watch, "fall_sensitivity = 'LOW'")
    await back.receives('LSSET')
    expect(back.all(/UPLOAD,(\d+)/g)).not.toEqual([])
    expect(back.all(/UPLOAD,(\d+)/g)).not.toContain('60')
  })

  it('a watch that lacks nothing signs in without anything being written of its settings', async () => {
    const [watch, tcp] = await setUp()
    tcp.socket.destroy()
    const asked = vi.spyOn(pg.Pool.prototype, 'query')
    const back = await threeG(watch)
    await order(watch, 'LOCATE')
    await back.receives(/\*CR\]/)
    const texts = asked.mock.calls.map(([query]) => JSON.stringify(query))
    asked.mockRestore()
    expect(texts.filter((text) => text.includes('from watch_settings'))).not.toEqual([])
    expect(
      texts.filter((text) => /^"\\n(update|insert into) (setting_states|watch_settings)/.test(text)),
    ).toEqual([])
  })

  it('a factory reset leaves nothing on a watch: all of it is sent again when it comes back', async () => {
    const [watch, tcp] = await setUp()
    const reset = await order(watch, 'RESET')
    await tcp.receives('FACTORY')
    await change(watch, "fall_sensitivity = 'LOW'")
    await tcp.receives(/FACTORY[^]*LSSET/)
    // What it answers while it erases itself, it does not have afterwards.
    tcp.send(frame3g(watch, 'FALLDOWN') + frame3g(watch, 'LSSET') + frame3g(watch, 'FACTORY'))
    await vi.waitFor(async () => expect(await commandState(reset)).toBe('DELIVERED'), SOON)
    expect(await stateOf(watch, 'fallDetection')).toMatchObject({ isTaken: null })
    expect(await reached(watch)).toEqual({ revision: 2, reported: null })
    tcp.socket.destroy()
    const back = await threeG(watch)
    await back.receives('LSSET')
    expect(back.all(/\*(\w+),/g)).toEqual(expect.arrayContaining(ALL_3G))
    back.send(ALL_3G.map((word) => frame3g(watch, word)).join(''))
    await vi.waitFor(async () => expect(await reached(watch)).toEqual({ revision: 2, reported: 2 }), SOON)
  })

  describe('commands', () => {
    it('are sent again after a lost connection, but for a reset and for a sound that nobody listens for', async () => {
      const watch = await newWatch(MODELS.iw, { reportedRevision: 1 })
      const tcp = await iw(watch)
      const reset = await order(watch, 'RESET')
      const find = await order(watch, 'FIND', 11)
      await order(watch, 'LOCATE')
      await tcp.receives('IWBP16')
      expect(tcp.all(/IWBP(\w\w),\d{15}/g)).toEqual(expect.arrayContaining(['17', '40', '16']))
      tcp.socket.resetAndDestroy()
      const back = await iw(watch)
      await back.receives('IWBP16')
      await isHeard(back)
      const orders = back.all(/IWBP(\w\w),\d{15}/g).filter((opcode = '') => !IW_ALL.includes(opcode))
      expect(orders).toEqual(['16'])
      expect([await commandState(reset), await commandState(find)]).toEqual(['SENT', 'SENT'])
    })

    it('do not come again after a factory reset that was ordered after them', async () => {
      const watch = await newWatch(MODELS.iw, { reportedRevision: 1 })
      const tcp = await iw(watch)
      await order(watch, 'PANIC_ON')
      await tcp.receives('IWBP40')
      await order(watch, 'RESET')
      await tcp.receives('IWBP17')
      await order(watch, 'MEASURE')
      await tcp.receives('IWBPXT')
      tcp.socket.resetAndDestroy()
      const back = await iw(watch)
      await back.receives('IWBPXT')
      await back.receives('IWBP77')
      expect(back.received()).not.toMatch(/IWBP40|IWBP33,\d{15},\d{6},3#/)
    })

    it('come again without a sound when nobody listens for it any more', async () => {
      const watch = await newWatch(MODELS.iw, { reportedRevision: 1 })
      const tcp = await iw(watch)
      await order(watch, 'PANIC_ON', 300)
      await tcp.receives(/IWBP33,\d{15},\d{6},3#/)
      tcp.socket.resetAndDestroy()
      const back = await iw(watch)
      await back.receives(/IWBP33,\d{15},\d{6},3#/)
      await isHeard(back)
      expect(back.received()).not.toContain('IWBP40')
    })

    it('do not undo what was ordered after them', async () => {
      const watch = await newWatch(MODELS.iw, { reportedRevision: 1 })
      const tcp = await iw(watch)
      await order(watch, 'PANIC_ON')
      await tcp.receives(/IWBP33,\d{15},\d{6},3#/)
      const off = await order(watch, 'PANIC_OFF')
      await tcp.receives(/IWBP33,\d{15},\d{6},1#/)
      acknowledge(tcp, '33')
      await vi.waitFor(async () => expect(await commandState(off)).toBe('DELIVERED'), SOON)
      tcp.socket.resetAndDestroy()
      const back = await iw(watch)
      await order(watch, 'LOCATE')
      await back.receives('IWBP16')
      expect(back.all(/IWBP(\w\w),\d{15}/g)).toEqual(['16'])
    })

    it('count as taken by what they are about: the sound beside a panic is not the panic', async () => {
      const watch = await newWatch(MODELS.iw, { reportedRevision: 1 })
      const tcp = await iw(watch)
      const uuid = await order(watch, 'PANIC_ON')
      await tcp.receives('IWBP40')
      acknowledge(tcp, '40')
      await isHeard(tcp)
      expect(await commandState(uuid)).toBe('SENT')
      acknowledge(tcp, '33')
      await vi.waitFor(async () => expect(await commandState(uuid)).toBe('DELIVERED'), SOON)
    })
  })
})
