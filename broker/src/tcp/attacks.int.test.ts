import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { deviceProofs } from '@carewatch/migrations/schema/proof'
import { hashPairingCode } from '@carewatch/platform/credentials/pairing-code'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

const IW = 'Vivistar VL16P'
const SE_TRACKER = 'SeTracker (3G)'
const iwLogin = ({ imei }: { imei: string }) => `IWAP00${imei},8900000000000000001,425010123456789#`
const IW_SOS = 'IWAP10261121A3204.5000N03446.8000E000.1061830323.8706000908000502,425,1,9520,3671,01,en,00,#'
const say3g = ({ imei }: { imei: string }, what: string) =>
  `[3G*${imei.slice(4, 14)}*${what.length.toString(16).padStart(4, '0').toUpperCase()}*${what}]`

const HOME = '203.0.113.7'
const STRANGER = '198.51.100.66'
const CONTACTS = { sosContacts: [{ name: 'Dana', number: '+972501234567' }] }
const M = 60_000

describe('who says that they are somebody else’s watch', () => {
  let harness: BrokerHarness
  let ahead = 0
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness({ PROXY_PROTOCOL: 'true' }, () => Date.now() + ahead)
  })
  afterEach(() => {
    ahead = 0
    open.splice(0).forEach((socket) => socket.destroy())
  })
  afterAll(() => harness.close())

  const newWatch = (values = {}, settings = {}) =>
    createDevice(harness.db, { deviceModel: IW, ...values }, settings)
  const call = async (from = HOME) => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`PROXY TCP4 ${from} 10.0.0.1 40000 5093\r\n`)
    const receives = (what: RegExp | string) => vi.waitFor(() => expect(received).toMatch(what), SOON)
    return {
      socket,
      receives,
      send: (text: string) => socket.write(text, 'latin1'),
      received: () => received,
      /** Says something that is answered when it is stored. */
      measures: async (beats: number) => {
        const before = received.length
        socket.write(`IWAP49,${beats}#`, 'latin1')
        await vi.waitFor(() => expect(received.slice(before)).toContain('IWBP49#'), SOON)
      },
    }
  }
  const signedIn = async (watch: { imei: string }, from?: string) => {
    const tcp = await call(from)
    tcp.send(iwLogin(watch))
    await tcp.receives(/IWBP00,\d{14},/)
    return tcp
  }
  /** A watch that has been with us for long, and goes on from home. */
  const knownWatch = async (settings = {}) => {
    const watch = await newWatch({ createdAt: new Date('2026-01-01') }, settings)
    await harness.db.insert(deviceProofs).values({ deviceId: watch.id, how: 'REPORTED_BEFORE' })
    return watch
  }
  /** Somebody else is to be called. */
  const change = async (deviceId: number, revision: number) => {
    const contacts = JSON.stringify([{ name: 'Dan', number: `+97250123450${revision}` }])
    const text = 'update watch_settings set revision = $2, sos_contacts = $3 where device_id = $1'
    await harness.sql.query(text, [deviceId, revision, contacts])
  }
  const rowsOf = async (text: string, deviceId: number) => (await harness.sql.query(text, [deviceId])).rows
  const eventsOf = (deviceId: number) =>
    rowsOf('select type from device_events where device_id = $1', deviceId)
  const conflictsOf = (deviceId: number) =>
    rowsOf('select reason from identity_conflicts where device_id = $1', deviceId)
  const order = async (deviceId: number, kind: string) => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    await harness.db.insert(deviceCommands).values({ deviceId, kind, expiresAt })
  }
  const statesOf = (deviceId: number) =>
    rowsOf('select kind, state from device_commands where device_id = $1 order by kind', deviceId)

  describe('by the ten digits of its IMEI', () => {
    it('silences it no more by a watch of another format with the same digits', async () => {
      const watch = await newWatch({ imei: '111156789012345', deviceModel: SE_TRACKER })
      const { id: companyId } = await createCompany(harness.db)
      await newWatch({ imei: '999956789012349', deviceModel: 'native', companyId })
      const tcp = await call()
      tcp.send(say3g(watch, 'LK,50,100,80'))
      await tcp.receives(/\*LK\]/)
      expect(tcp.socket.closed).toBe(false)
    })

    it('silences it no more by one that was registered before digits had to be its own', async () => {
      const watch = await newWatch({ imei: '111166789012345', deviceModel: SE_TRACKER })
      await harness.sql.query('update device_status set last_seen_at = now() where device_id = $1', [
        watch.id,
      ])
      const other = await newWatch({ imei: '999966789012349', deviceModel: IW })
      await harness.sql.query('alter table devices disable trigger devices_short_identity')
      await harness.sql.query('update devices set device_model = $2 where id = $1', [other.id, SE_TRACKER])
      await harness.sql.query('alter table devices enable trigger devices_short_identity')
      const tcp = await call()
      tcp.send(say3g(watch, 'AL,251126,101010,A,32.07,N,34.79,E,0,0,0,9,90,80,0,0,00010000'))
      await tcp.receives(/\*AL\]/)
      expect(await eventsOf(watch.id)).toEqual([{ type: 'SOS' }])
    })
  })

  describe('from another network', () => {
    it('is sent no contact and no setting, and is heard all the same', async () => {
      const watch = await knownWatch(CONTACTS)
      const home = await signedIn(watch)
      await home.receives(/IWBP12/)
      await change(watch.id, 2)
      await vi.waitFor(() => expect(home.received().match(/IWBP12/g)).toHaveLength(2), SOON)
      home.socket.destroy()

      await change(watch.id, 3)
      const stranger = await signedIn(watch, STRANGER)
      stranger.send(IW_SOS)
      await stranger.receives('IWBP10')
      await order(watch.id, 'LOCATE')
      await stranger.measures(70)
      expect(stranger.received()).not.toMatch(/IWBP12|IWBP33|IWBP14/)
      expect(await eventsOf(watch.id)).toEqual([{ type: 'SOS' }])
      // What waits for the watch still does.
      const back = await signedIn(watch)
      await back.receives(/IWBP12/)
      await back.receives('IWBP16')
    })

    it('calls for help as somebody who is not known to be the watch, and the watch as itself', async () => {
      const watch = await knownWatch()
      const callsOf = () =>
        rowsOf(
          `select unproven from pending_evaluations where events @> jsonb_build_array(jsonb_build_object('deviceId', $1::int)) order by id`,
          watch.id,
        )
      const home = await signedIn(watch)
      home.send(IW_SOS)
      await home.receives('IWBP10')
      const stranger = await signedIn(watch, STRANGER)
      stranger.send(IW_SOS.replace('061830', '061831'))
      await stranger.receives('IWBP10')
      expect(await callsOf()).toEqual([{ unproven: false }, { unproven: true }])
    })

    it('takes no command: it waits for the watch, and whoever looks for it is sent on all the same', async () => {
      const watch = await knownWatch()
      const home = await signedIn(watch)
      const stranger = await signedIn(watch, STRANGER)
      await order(watch.id, 'LOCATE')
      await home.receives('IWBP16')
      home.socket.destroy()
      await stranger.measures(70)
      await order(watch.id, 'RESET')
      await order(watch.id, 'FIND')
      const late = await signedIn(watch, STRANGER)
      for (const one of [stranger, late]) {
        // Somebody looks for a watch that may be on a network that nobody knows: once, and an answer settles nothing.
        await one.receives('IWBP40')
        one.send('IWAP40#')
        await one.measures(71)
        expect(one.received().match(/IWBP40/g)).toHaveLength(1)
        expect(one.received()).not.toMatch(/IWBP17/)
      }
      expect(stranger.received()).toMatch(/IWBP16/)
      expect(await statesOf(watch.id)).toEqual(
        expect.arrayContaining([
          { kind: 'FIND', state: 'QUEUED' },
          { kind: 'RESET', state: 'QUEUED' },
        ]),
      )
      const back = await signedIn(watch)
      await back.receives('IWBP17')
      await back.receives('IWBP40')
    })

    it('does not throw the watch off, however often they come', async () => {
      const watch = await knownWatch()
      const home = await signedIn(watch)
      for (let times = 0; times < 22; times++) await signedIn(watch, STRANGER)
      await home.measures(71)
      expect(home.socket.closed).toBe(false)
      // So many are enough of one.
      await vi.waitFor(() => expect(open.filter(({ closed }) => !closed)).toHaveLength(9), SOON)
    })

    it('is noticed: two are heard, by one conflict while it lasts', async () => {
      const watch = await knownWatch()
      const home = await signedIn(watch)
      const stranger = await signedIn(watch, STRANGER)
      for (let beats = 60; beats < 66; beats++) {
        ahead += 2 * M
        await home.measures(beats)
        await stranger.measures(beats + 50)
      }
      await vi.waitFor(
        async () => expect(await conflictsOf(watch.id)).toEqual([{ reason: 'CONNECTIONS' }]),
        SOON,
      )
      const [{ n } = {}] = await rowsOf(
        'select count(*)::int as n from readings where device_id = $1',
        watch.id,
      )
      expect(n).toBe(12)
    })

    it('is noticed also where they come and go', async () => {
      const watch = await knownWatch()
      const home = await signedIn(watch)
      const stranger = await signedIn(watch, STRANGER)
      stranger.send(IW_SOS)
      await stranger.receives('IWBP10')
      stranger.socket.destroy()
      for (const beats of [60, 61]) {
        ahead += 5 * M
        await home.measures(beats)
      }
      await vi.waitFor(
        async () => expect(await conflictsOf(watch.id)).toEqual([{ reason: 'CONNECTIONS' }]),
        SOON,
      )
    })

    it('is noticed by places that nobody travels between, there and back', async () => {
      const watch = await knownWatch()
      const [home, stranger] = [await signedIn(watch), await signedIn(watch, STRANGER)]
      const position = (place: string) =>
        `IWAP01261121A${place}000.1061830323.8706000908000502,425,1,9520,3671#`
      for (let times = 0; times < 2; times++) {
        home.send(position('3247.4000N03459.4000E'))
        await vi.waitFor(() => expect(home.received().match(/IWBP01#/g)).toHaveLength(times + 1), SOON)
        stranger.send(position('5128.2000N00027.0000W'))
        await vi.waitFor(() => expect(stranger.received().match(/IWBP01#/g)).toHaveLength(times + 1), SOON)
      }
      await vi.waitFor(async () => expect(await conflictsOf(watch.id)).toEqual([{ reason: 'PLACES' }]), SOON)
    })

    it('does not become the watch’s own by waiting while the watch is there', async () => {
      const watch = await knownWatch(CONTACTS)
      await signedIn(watch)
      await signedIn(watch, STRANGER)
      ahead = 50 * 60 * M
      const stranger = await signedIn(watch, STRANGER)
      await stranger.measures(70)
      expect(stranger.received()).not.toContain('IWBP12')
    })
  })

  describe('is no watch of ours that', () => {
    it('comes back after a dead connection: it is let in at once and sent what waits for it', async () => {
      const watch = await knownWatch()
      await signedIn(watch)
      await change(watch.id, 2)
      const back = await signedIn(watch, HOME)
      for (const beats of [60, 61, 62]) {
        ahead += 5 * M
        await back.measures(beats)
      }
      await order(watch.id, 'LOCATE')
      await back.receives('IWBP16')
      expect(await conflictsOf(watch.id)).toEqual([])
    })

    it('moved for good: after a day it is at home there', async () => {
      const watch = await knownWatch(CONTACTS)
      const home = await signedIn(watch)
      home.socket.destroy()
      const there = await signedIn(watch, STRANGER)
      there.socket.destroy()
      await harness.sql.query(
        `update device_networks set first_seen_at = now() - interval '2 days', last_seen_at = now() - interval '2 days' where device_id = $1`,
        [watch.id],
      )
      await harness.sql.query('update device_status set online = false where device_id = $1', [watch.id])
      await change(watch.id, 2)
      const later = await signedIn(watch, STRANGER)
      await later.receives('IWBP12')
      const known = 'select network from device_networks where device_id = $1 and known_at is not null'
      expect(await rowsOf(known, watch.id)).toHaveLength(2)
    })
  })

  describe('is told from the watch by a code on its screen', () => {
    const codeIn = (received: string) => {
      const hex = /IWBP40,\d+,\d+,([0-9a-f]+)#/.exec(received)?.[1] ?? ''
      return /\d{6}/.exec(Buffer.from(hex, 'hex').swap16().toString('utf16le'))?.[0] ?? ''
    }
    it('which each connection is sent another of; the one that is typed is the watch’s, and is sent what waits', async () => {
      const watch = await newWatch({ createdAt: new Date('2026-01-01') }, CONTACTS)
      const [stranger, own] = [await signedIn(watch, STRANGER), await signedIn(watch)]
      await order(watch.id, 'RESET')
      await harness.sql.query(`select pg_notify('pairing_asked', $1)`, [String(watch.id)])
      await stranger.receives('IWBP40')
      await own.receives('IWBP40')
      expect(codeIn(own.received())).toMatch(/^\d{6}$/)
      const shown = await rowsOf(
        'select network, code_hash as hash from pairing_codes where device_id = $1',
        watch.id,
      )
      const typed = hashPairingCode(watch.id, codeIn(own.received()))
      const found = shown.find(({ hash }) => typed.equals(hash as Buffer))
      expect(shown).toHaveLength(2)
      expect(found?.network).toBe('203.0.113.0/24')

      await harness.sql.query(
        'update device_networks set known_at = now() where device_id = $1 and network = $2',
        [watch.id, found?.network],
      )
      await harness.db.insert(deviceProofs).values({ deviceId: watch.id, how: 'PAIRED' })
      await own.receives('IWBP12')
      await own.receives('IWBP17')
      await stranger.measures(70)
      expect(stranger.received()).not.toMatch(/IWBP12|IWBP17/)
    })
  })

  describe('from where it was worn before', () => {
    it('is not the next one’s watch, and the watch that is there still is', async () => {
      const watch = await knownWatch(CONTACTS)
      const former = await signedIn(watch, STRANGER)
      await former.receives('IWBP12')
      former.socket.destroy()
      const here = await signedIn(watch)
      /** Until the contacts of so many revisions are here: by then nothing of its own is on the way any more. */
      const hasContacts = (times: number) =>
        vi.waitFor(() => expect(here.received().match(/IWBP12/g)).toHaveLength(times), SOON)
      // As a nurse says that it is here by now.
      const accept = 'update device_networks set known_at = now() where device_id = $1'
      await harness.sql.query(accept, [watch.id])
      await order(watch.id, 'RESET')
      await here.receives('IWBP17')
      await hasContacts(1)

      await harness.sql.query('delete from device_networks where device_id = $1', [watch.id])
      await change(watch.id, 2)
      await hasContacts(2)
      const again = await signedIn(watch, STRANGER)
      await change(watch.id, 3)
      await hasContacts(3)
      await again.measures(70)
      expect(again.received()).not.toContain('IWBP12')
    })
  })

  describe('its own dead connection', () => {
    const statusOf = async (deviceId: number) =>
      (
        await rowsOf(
          `select online, last_seen_at > now() - interval '10 minutes' as "isJustHeard", last_seen_at as "at" from device_status where device_id = $1`,
          deviceId,
        )
      )[0] as { online: boolean; isJustHeard: boolean; at: Date }

    it('is not taken for where the next wearer is: the watch is, when it comes', async () => {
      const watch = await knownWatch(CONTACTS)
      const dead = await signedIn(watch)
      await dead.receives('IWBP12')
      ahead = 15 * M
      // As it is cleared of who wore it.
      await harness.sql.query('delete from device_networks where device_id = $1', [watch.id])
      await change(watch.id, 2)
      const there = await signedIn(watch, STRANGER)
      await there.receives('IWBP12')
      await dead.measures(70)
      const known = 'select network from device_networks where device_id = $1 and known_at is not null'
      expect(await rowsOf(known, watch.id)).toEqual([{ network: '198.51.100.0/24' }])
    })

    it('takes no settings with it: they go again to the watch that comes back', async () => {
      const watch = await knownWatch(CONTACTS)
      const dead = await signedIn(watch)
      await dead.receives('IWBP12')
      await dead.measures(70)
      await change(watch.id, 2)
      await vi.waitFor(() => expect(dead.received().match(/IWBP12/g)).toHaveLength(2), SOON)
      const back = await signedIn(watch)
      await back.receives('IWBP77')
      for (const [, opcode, serial] of back.received().matchAll(/IWBP(\w\w),\d{15},(\d{6})/g))
        back.send(`IWAP${opcode},${serial}#`)
      await back.measures(71)
      const later = await signedIn(watch)
      await order(watch.id, 'LOCATE')
      await later.receives('IWBP16')
      expect(later.received()).not.toContain('IWBP12')
    })

    it('is where it is, when it is heard again', async () => {
      const watch = await knownWatch(CONTACTS)
      const quiet = await signedIn(watch)
      await quiet.receives('IWBP12')
      ahead = 15 * M
      await harness.sql.query('delete from device_networks where device_id = $1', [watch.id])
      await change(watch.id, 2)
      await quiet.measures(70)
      await vi.waitFor(() => expect(quiet.received().match(/IWBP12/g)).toHaveLength(2), SOON)
    })

    it('keeps no watch online that went', async () => {
      const watch = await knownWatch()
      await signedIn(watch)
      const newest = await signedIn(watch)
      await vi.waitFor(async () => expect(await statusOf(watch.id)).toMatchObject({ online: true }), SOON)
      newest.socket.destroy()
      await vi.waitFor(async () => expect(await statusOf(watch.id)).toMatchObject({ online: false }), SOON)
    })

    it('ends long after the watch was heard last, and says so', async () => {
      const watch = await knownWatch()
      ahead = -25 * M
      const dead = await signedIn(watch)
      const signedInAt = Date.now()
      await dead.measures(70)
      await vi.waitFor(async () => {
        const { online, at } = await statusOf(watch.id)
        expect(online && at.getTime() >= signedInAt).toBe(true)
      }, SOON)
      const old = `update device_status set last_seen_at = now() - interval '1 hour' where device_id = $1`
      await harness.sql.query(old, [watch.id])
      dead.socket.destroy()
      await vi.waitFor(
        async () => expect(await statusOf(watch.id)).toMatchObject({ online: false, isJustHeard: false }),
        SOON,
      )
    })
  })

  describe('before it came itself', () => {
    it('is not believed a day after it was registered, nor is the watch then', async () => {
      const watch = await newWatch({ createdAt: new Date('2026-01-01') }, CONTACTS)
      const somebody = await signedIn(watch, STRANGER)
      await somebody.measures(70)
      const other = await signedIn(watch)
      await other.measures(71)
      expect(somebody.received() + other.received()).not.toContain('IWBP12')
      expect(await rowsOf('select how from device_proofs where device_id = $1', watch.id)).toEqual([])
    })

    it('is believed on the day that it was registered, and is the only one then', async () => {
      const watch = await newWatch({}, CONTACTS)
      const first = await signedIn(watch)
      await first.receives('IWBP12')
      expect(await rowsOf('select how from device_proofs where device_id = $1', watch.id)).toEqual([
        { how: 'FIRST_CONTACT' },
      ])
      await change(watch.id, 2)
      const second = await signedIn(watch, STRANGER)
      await second.measures(70)
      expect(second.received()).not.toContain('IWBP12')
    })
  })
})
