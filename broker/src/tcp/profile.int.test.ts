import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

const PLACE = '261121A3204.6800N03447.3200E000.1115900323.8706000908000102,425,1,9520,3671'
const LITTLE = '41006E006100|'
const BIG = '0041006E0061|'
/** So many settings go down to it: of the others nothing was chosen. */
const ALL = 15

describe('which model of its make a watch over plain TCP is taken for', () => {
  let harness: BrokerHarness
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => harness.close())

  const newWatch = (chosenProfile: string | null = null) =>
    createDevice(
      harness.db,
      { deviceModel: 'Vivistar VL16P', chosenProfile },
      { fallDetection: true, phonebook: [{ name: 'Ana', number: '+100' }] },
    )
  type Watch = Awaited<ReturnType<typeof newWatch>>
  const signedIn = async ({ imei }: Watch, prefix = 'IW') => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    const tcp = {
      socket,
      send: (text: string) => socket.write(text, 'latin1'),
      received: () => received,
      receives: (what: RegExp | string) => vi.waitFor(() => expect(received).toMatch(what), SOON),
      /** How often something of this opcode went down. */
      sent: (opcode: string) => received.split(`BP${opcode},`).length - 1,
    }
    tcp.send(`${prefix}AP00${imei}#`)
    await tcp.receives(`${prefix}BP00`)
    return tcp
  }
  type Tcp = Awaited<ReturnType<typeof signedIn>>
  /** Takes all that it is sent. */
  const acknowledge = (tcp: Tcp) => {
    const sent = [...tcp.received().matchAll(/IWBP(\d\d),\d{15},(\d{6})/g)]
    tcp.send(sent.map(([, opcode, serial]) => `IWAP${opcode},${serial}#`).join(''))
  }
  const allTaken = ({ id }: Watch) =>
    vi.waitFor(
      async () =>
        expect(
          await harness.one(
            `select count(*)::int as n, (count(*) filter (where is_taken))::int as taken from setting_states where device_id = $1 and sent_at is not null`,
            [id],
          ),
        ).toEqual({ n: ALL, taken: ALL }),
      SOON,
    )
  const statusOf = ({ id }: Watch) =>
    harness.one<{ firmware: string | null; guess: string | null }>(
      'select firmware, guessed_profile as guess from device_status where device_id = $1',
      [id],
    )
  const isGuessed = (watch: Watch, guess: string | null) =>
    vi.waitFor(async () => expect((await statusOf(watch))?.guess).toBe(guess), SOON)
  const choose = ({ id }: Watch, profile: string | null) =>
    harness.sql.query('update devices set chosen_profile = $2 where id = $1', [id, profile])
  const eventsOf = async ({ id }: Watch) =>
    (
      await harness.sql.query<{ type: string }>(
        'select distinct type from device_events where device_id = $1 order by type',
        [id],
      )
    ).rows.map(({ type }) => type)

  it('learns it from what the watch says of its version, and keeps that', async () => {
    const watch = await newWatch()
    const tcp = await signedIn(watch)
    expect(await statusOf(watch)).toEqual({ firmware: null, guess: null })
    tcp.send(`IWAPVR,${watch.imei},L009_V2_20240812#`)
    await tcp.receives('IWBPVR#')
    await isGuessed(watch, 'iw-l009')
    await vi.waitFor(async () => expect((await statusOf(watch))?.firmware).toBe('L009_V2_20240812'), SOON)
    // What the others of its age send too leaves it.
    tcp.send('IWAPJK,20261121115500,2,71#')
    await tcp.receives('IWBPJK,2#')
    await isGuessed(watch, 'iw-l009')
  })

  it('answers the login of a TRV barely, the first one too', async () => {
    const watch = await newWatch()
    const tcp = await signedIn(watch, 'TRV')
    await isGuessed(watch, 'iw-trv')
    expect(tcp.received()).toMatch(/^TRVBP00#/)
  })

  it('sends what differs by a profile that somebody chose, and nothing else again', async () => {
    const watch = await newWatch()
    const tcp = await signedIn(watch)
    await tcp.receives('IWBP77')
    expect(tcp.received()).toContain(LITTLE)
    acknowledge(tcp)
    await allTaken(watch)
    await choose(watch, 'iw-names-big-endian')
    await tcp.receives(/BP14.*BP14/s)
    expect(tcp.received().slice(tcp.received().lastIndexOf('BP14'))).toContain(BIG)
    expect(['14', '12', '33', '77'].map((opcode) => tcp.sent(opcode))).toEqual([2, 1, 1, 1])
    acknowledge(tcp)
    await allTaken(watch)
    // Back to the guess, while it is away: it has the names the other way round when it comes.
    tcp.socket.destroy()
    await choose(watch, null)
    const again = await signedIn(watch)
    await again.receives('BP14')
    expect(again.received()).toContain(LITTLE)
    expect(['14', '12', '33', '77'].map((opcode) => again.sent(opcode))).toEqual([1, 0, 0, 0])
  })

  it('reads the next frame by a profile that somebody chose', async () => {
    const watch = await newWatch()
    const tcp = await signedIn(watch)
    tcp.send(`IWAP10${PLACE},03,en-us,00,#`)
    await vi.waitFor(async () => expect(await eventsOf(watch)).toEqual(['OFF_WRIST']), SOON)
    await choose(watch, 'iw-v2.10')
    // Its paper has no such code: it rings. A fall is a fall with each.
    await vi.waitFor(async () => {
      tcp.send(`IWAP10${PLACE},03,en-us,00,#IWAP10${PLACE},05,en-us,00,#`)
      expect(await eventsOf(watch)).toEqual(['FALL', 'OFF_WRIST', 'UNKNOWN_ALARM'])
    }, SOON)
  })

  it('does not send what a chosen one cannot, and waits for none of it', async () => {
    const watch = await newWatch()
    await choose(watch, 'iw-trv')
    const tcp = await signedIn(watch)
    await tcp.receives('IWBP85')
    acknowledge(tcp)
    await vi.waitFor(
      async () =>
        expect(
          await harness.one(
            'select revision, reported_revision as reported from watch_settings where device_id = $1',
            [watch.id],
          ),
        ).toEqual({ revision: 1, reported: 1 }),
      SOON,
    )
    // Falls are watched for whatever was chosen: it may be another.
    expect(['87', '33', '76', '77'].map((opcode) => tcp.sent(opcode))).toEqual([0, 1, 1, 1])
    await choose(watch, null)
    await tcp.receives('IWBP87')
  })

  it('sends what differs to one that had its settings before there was a ledger', async () => {
    const watch = await newWatch()
    await harness.sql.query(
      'update watch_settings set sent_revision = revision, reported_revision = revision where device_id = $1',
      [watch.id],
    )
    const tcp = await signedIn(watch)
    await choose(watch, 'iw-names-big-endian')
    await tcp.receives('BP14')
    expect(tcp.received()).toContain(BIG)
  })

  it('stores no guess while the model that it is registered as would send such a thing too', async () => {
    const { name } = (await harness.one<{ name: string }>(
      `insert into device_models (name, format) values ('Beehome L009 of a test', 'watch-iw') returning name`,
    )) ?? { name: '' }
    const watch = await createDevice(
      harness.db,
      { deviceModel: name },
      { phonebook: [{ name: 'Ana', number: '+100' }] },
    )
    const tcp = await signedIn(watch)
    tcp.send('IWAPJK,20261121115500,2,71#')
    await tcp.receives('IWBPJK,2#')
    // What it sent is thought over before what is chosen after it.
    await choose(watch, 'iw-names-big-endian')
    await vi.waitFor(() => expect(tcp.received()).toContain(BIG), SOON)
    expect((await statusOf(watch))?.guess).toBeNull()
    // What only others send is believed.
    tcp.send(`IWAPVR,${watch.imei},V2.10#`)
    await isGuessed(watch, 'iw-v2.10')
  })
})
