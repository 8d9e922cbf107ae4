import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness, whileNothingIsStored } from '../testing.ts'

const MODEL = 'Vivistar VL16P'
const login = ({ imei }: { imei: string }) => `IWAP00${imei},8900000000000000001,425010123456789#`

describe('the door of watches that speak over plain TCP', () => {
  let harness: BrokerHarness
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => harness.close())

  const newWatch = (values = {}, settings = {}) =>
    createDevice(harness.db, { deviceModel: MODEL, ...values }, settings)

  /** A plain socket, as a watch has one, and all it was told so far. */
  const call = async () => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    return {
      socket,
      send: (text: string) => socket.write(text, 'latin1'),
      received: () => received,
      receives: (what: RegExp | string) => vi.waitFor(() => expect(received).toMatch(what), SOON),
      isCut: () => vi.waitUntil(() => socket.closed, SOON),
    }
  }
  const signedIn = async (watch: { imei: string }) => {
    const tcp = await call()
    tcp.send(login(watch))
    await tcp.receives(/IWBP00,\d{14},/)
    return tcp
  }
  const readingsOf = async (deviceId: number) =>
    (
      await harness.sql.query('select metric, value from readings where device_id = $1 order by metric', [
        deviceId,
      ])
    ).rows
  const isOnline = async (deviceId: number) =>
    (
      await harness.one<{ online: boolean }>('select online from device_status where device_id = $1', [
        deviceId,
      ])
    )?.online
  const order = async (deviceId: number, kind: string) => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const [row] = await harness.db.insert(deviceCommands).values({ deviceId, kind, expiresAt }).returning()
    return row?.uuid
  }
  const stateOf = async (uuid: string | undefined) =>
    (await harness.one<{ state: string }>('select state from device_commands where uuid = $1', [uuid]))?.state

  describe('letting in', () => {
    it('answers a registered watch with the time and with how far the wearer is ahead of it', async () => {
      const tcp = await signedIn(await newWatch())
      expect(tcp.received()).toMatch(/^IWBP00,20\d{12},0#/)
    })

    it('lets in a watch whose model is the name of its format', async () => {
      const tcp = await signedIn(await newWatch({ deviceModel: 'watch-iw' }))
      expect(tcp.received()).toMatch(/^IWBP00/)
    })

    it('cuts a line whose IMEI nobody registered, and lists who knocked with what it seems to be', async () => {
      const tcp = await call()
      tcp.send(login({ imei: '777777777777777' }))
      expect(await tcp.isCut()).toBe(true)
      await vi.waitFor(
        async () =>
          expect(
            await harness.one(
              "select address, format from unregistered_devices where username = '777777777777777'",
            ),
          ).toEqual({ address: '127.0.0.1', format: 'watch-iw' }),
        SOON,
      )
      expect(tcp.received()).toBe('')
    })

    it('cuts a watch that was switched off', async () => {
      const tcp = await call()
      tcp.send(login(await newWatch({ isActive: false })))
      expect(await tcp.isCut()).toBe(true)
    })

    it('cuts a watch whose company is inactive for longer than it is heard', async () => {
      const { id: companyId } = await createCompany(harness.db)
      const watch = await newWatch({ companyId })
      await harness.sql.query('update companies set is_active = false where id = $1', [companyId])
      const tcp = await call()
      tcp.send(login(watch))
      await vi.waitFor(() => expect(tcp.received()).not.toBe(''), SOON)
      await harness.sql.query(
        "update companies set inactive_since = now() - interval '15 days' where id = $1",
        [companyId],
      )
      expect(await tcp.isCut()).toBe(true)
      const refused = await call()
      refused.send(login(watch))
      expect(await refused.isCut()).toBe(true)
      expect(refused.received()).toBe('')
    })

    it('does not let a watch with a password be spoken for by its IMEI alone, and shows on its page that somebody tried', async () => {
      const watch = await newWatch({ deviceModel: 'native' })
      const tcp = await call()
      tcp.send(login(watch))
      expect(await tcp.isCut()).toBe(true)
      await vi.waitFor(
        async () =>
          expect(
            await harness.one('select reason, detail, format from rejected_messages where device_id = $1', [
              watch.id,
            ]),
          ).toEqual({
            reason: 'format',
            detail: 'watch-iw',
            format: 'watch-iw',
          }),
        SOON,
      )
    })

    it('cuts a watch that changes its name in the middle', async () => {
      const [watch, other] = [await newWatch(), await newWatch()]
      const tcp = await signedIn(watch)
      tcp.send(`${login(other)}IWAP49,72#`)
      expect(await tcp.isCut()).toBe(true)
      expect(await readingsOf(other.id)).toEqual([])
    })

    it('believes nothing that was said before the name', async () => {
      const watch = await newWatch()
      const tcp = await call()
      tcp.send(`IWAP49,72#${login(watch)}`)
      await tcp.receives('IWBP00')
      tcp.send('IWAP49,68#')
      await tcp.receives('IWBP49#')
      expect(await readingsOf(watch.id)).toEqual([{ metric: 1, value: 68 }])
      expect(tcp.received().match(/IWBP49#/g)).toHaveLength(1)
    })

    it('sends to whoever signs in last under a name, and hears both', async () => {
      const watch = await newWatch()
      const first = await signedIn(watch)
      const second = await signedIn(watch)
      await order(watch.id, 'FIND')
      await second.receives('IWBP40')
      for (const tcp of [first, second]) {
        tcp.send('IWAP49,71#')
        await tcp.receives('IWBP49#')
      }
      expect(first.received()).not.toContain('IWBP40')
      first.socket.destroy()
      await vi.waitFor(async () => expect(await isOnline(watch.id)).toBe(true), SOON)
    })
  })

  describe('hearing', () => {
    it('answers what it heard when it is stored, and not before', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      await whileNothingIsStored(harness.sql, async (isHeldUp) => {
        tcp.send('IWAPHT,72,128,81#')
        await vi.waitUntil(isHeldUp, SOON)
        expect(tcp.received()).not.toContain('IWBPHT')
      })
      await tcp.receives('IWBPHT#')
      expect(await readingsOf(watch.id)).toEqual([
        { metric: 1, value: 72 },
        { metric: 2, value: 128 },
        { metric: 3, value: 81 },
      ])
    })

    it('stores each of ten readings that come at once and say no time', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      tcp.send(Array.from({ length: 10 }, (_, beat) => `IWAP49,${60 + beat}#`).join(''))
      await vi.waitFor(() => expect(tcp.received().match(/IWBP49#/g)).toHaveLength(10), SOON)
      const values = (await readingsOf(watch.id)).map(({ value }) => value)
      expect(values.toSorted((one, other) => one - other)).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68, 69])
    })

    it('hands an SOS to the rules before it answers', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      tcp.send('IWAP10261121A3204.5000N03446.8000E000.1061830323.8706000908000502,425,1,9520,3671,01,en,00,#')
      await tcp.receives('IWBP10')
      const { rows } = await harness.sql.query('select type from device_events where device_id = $1', [
        watch.id,
      ])
      expect(rows).toEqual([{ type: 'SOS' }])
      expect(await harness.one('select count(*)::int as n from pending_evaluations where urgent')).toEqual({
        n: 1,
      })
    })

    it('answers an alarm of a kind that it does not know when it was handed to the rules and its bytes are kept', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      const alarm =
        'IWAP10261121A3204.5000N03446.8000E000.1061830323.8706000908000502,425,1,9520,3671,77,en,00,#'
      tcp.send(alarm)
      await tcp.receives('IWBP10')
      const { rows } = await harness.sql.query(
        `select e.type, m.reason, m.detail, m.payload, m.format, m.opcode from device_events e join rejected_messages m using (device_id) where device_id = $1`,
        [watch.id],
      )
      expect(rows).toEqual([
        {
          type: 'UNKNOWN_ALARM',
          reason: 'unknownEvent',
          detail: '77',
          payload: Buffer.from(alarm),
          format: 'watch-iw',
          opcode: 'AP10',
        },
      ])
      const pending = `select urgent from pending_evaluations where events @> jsonb_build_array(jsonb_build_object('deviceId', $1::int))`
      expect(await harness.one(pending, [watch.id])).toEqual({ urgent: true })
    })

    it('understands frames that come one byte at a time, and several that come glued together', async () => {
      const watch = await newWatch()
      const tcp = await call()
      for (const letter of login(watch)) tcp.send(letter)
      await tcp.receives('IWBP00')
      tcp.send('IWAP49,61#IWAP50,36.6,80#IWAPHT,')
      tcp.send('64,120,80#')
      await tcp.receives('IWBPHT#')
      expect(tcp.received()).toMatch(/IWBP49#.*IWBP50#.*IWBPHT#/)
    })

    it('cuts who speaks nothing that we know, at once', async () => {
      const tcp = await call()
      tcp.send('GET / HTTP/1.1\r\n\r\n')
      expect(await tcp.isCut()).toBe(true)
    })

    it('cuts a stranger who never ends a frame before it holds more than 8 KiB, and a friend before 64', async () => {
      const stranger = await call()
      stranger.send(`IWAP00${'1'.repeat(9_000)}`)
      expect(await stranger.isCut()).toBe(true)
      const friend = await signedIn(await newWatch())
      friend.send(`IWAP49,${'1'.repeat(70_000)}`)
      expect(await friend.isCut()).toBe(true)
    })

    it('sets aside what a friend says and nobody can read, and goes on', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      tcp.send('IWAP49,999#IWAP49,77#')
      await tcp.receives('IWBP49#')
      await vi.waitFor(
        async () => expect(await readingsOf(watch.id)).toEqual([{ metric: 1, value: 77 }]),
        SOON,
      )
      await vi.waitFor(
        async () =>
          expect(
            await harness.one('select topic from rejected_messages where device_id = $1', [watch.id]),
          ).toEqual({
            topic: 'tcp/watch-iw',
          }),
        SOON,
      )
    })

    it('knows who is online', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      await vi.waitFor(async () => expect(await isOnline(watch.id)).toBe(true), SOON)
      tcp.socket.destroy()
      await vi.waitFor(async () => expect(await isOnline(watch.id)).toBe(false), SOON)
    })
  })

  describe('telling', () => {
    it('brings an order to the open line, and writes down that the watch took it', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      const uuid = await order(watch.id, 'LOCATE')
      await tcp.receives(new RegExp(`IWBP16,${watch.imei},\\d{6}#`))
      await vi.waitFor(async () => expect(await stateOf(uuid)).toBe('SENT'), SOON)
      const serial = /IWBP16,\d+,(\d{6})#/.exec(tcp.received())?.[1]
      tcp.send(`IWAP16,${serial}#`)
      await vi.waitFor(async () => expect(await stateOf(uuid)).toBe('DELIVERED'), SOON)
    })

    it('keeps an order for a watch that is away', async () => {
      const watch = await newWatch()
      const uuid = await order(watch.id, 'FIND')
      const tcp = await signedIn(watch)
      await tcp.receives(`IWBP40,${watch.imei}`)
      await vi.waitFor(async () => expect(await stateOf(uuid)).toBe('SENT'), SOON)
    })

    it('tells a watch its settings when it comes, and knows when it has them all', async () => {
      const watch = await newWatch(
        { operationMode: 'EMERGENCY' },
        { fallSensitivity: 'HIGH', limits: { heartRate: { high: 111 } } },
      )
      const tcp = await signedIn(watch)
      await tcp.receives(/IWBP77,\d+,\d{6},3#/)
      expect(tcp.received()).toMatch(new RegExp(`IWBP33,${watch.imei},\\d{6},3#`))
      const settings = () =>
        harness.one<{
          revision: number
          reported: number | null
          sent: number | null
          values: Record<string, unknown> | null
        }>(
          'select revision, reported_revision as reported, sent_revision as sent, reported as values from watch_settings where device_id = $1',
          [watch.id],
        )
      await vi.waitFor(async () => expect(await settings()).toMatchObject({ sent: 1, reported: null }), SOON)
      const received = [...tcp.received().matchAll(/IWBP(\w\w),\d{15},(\d{6}),/g)]
      for (const [, opcode, serial] of received) tcp.send(`IWAP${opcode},${serial}#`)
      await vi.waitFor(async () => expect(await settings()).toMatchObject({ reported: 1 }), SOON)
      expect((await settings())?.values).toMatchObject({
        fallSensitivity: 'HIGH',
        heartRateHigh: 111,
        operationMode: 'EMERGENCY',
      })

      const before = tcp.received().length
      await harness.sql.query(
        `update watch_settings set revision = 2, fall_sensitivity = 'LOW' where device_id = $1`,
        [watch.id],
      )
      await vi.waitFor(() => expect(tcp.received().slice(before)).toMatch(/IWBP77,\d+,\d{6},1#/), SOON)
    })

    it('does not tell a watch again what it has', async () => {
      const watch = await newWatch({}, { reportedRevision: 1 })
      const uuid = await order(watch.id, 'LOCATE')
      const tcp = await signedIn(watch)
      await tcp.receives('IWBP16')
      expect(tcp.received()).not.toMatch(/IWBP33|IWBP12/)
      expect(await stateOf(uuid)).toBe('SENT')
    })

    it('cuts the line of a watch that is switched off meanwhile', async () => {
      const watch = await newWatch()
      const tcp = await signedIn(watch)
      await harness.sql.query('update devices set is_active = false where id = $1', [watch.id])
      expect(await tcp.isCut()).toBe(true)
    })
  })
})
