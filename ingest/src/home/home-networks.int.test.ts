import { openTimescale } from '@carewatch/platform/database/client'
import { createDevice } from '@carewatch/migrations/factories'
import { watchIw } from '@carewatch/devices/watch-iw/protocol'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIngest, type Ingest } from '../ingest.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
/** As `IWAP01` writes it: 32°04.8′ north, 34°46.8′ east; and 2 km further north. */
const AT_HOME = '261121A3204.8000N03446.8000E000.1120000000.0006000908000102'
const FAR = '261121A3205.9000N03446.8000E000.1120000000.0006000908000102'
const HOME = { homeLat: 32.08, homeLng: 34.78 }
const NETWORKS = 'Home|74-DA-38-00-00-01|60&Next|74-DA-38-00-00-02|70&Phone|72-DA-38-00-00-03|40'

describe('the networks of a home', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: pg.Pool
  let owner: pg.Pool
  const running: Ingest[] = []
  beforeAll(async () => {
    database = await testDatabase()
    db = openTimescale(asService(database.url, 'broker'), 2)
    owner = openTimescale(database.url, 1)
  })
  afterAll(async () => {
    await Promise.all(running.map((one) => one.close()))
    await Promise.all([db.end(), owner.end()])
    await database.drop()
  })

  /** As a broker that has just started: what it knows of a home it reads again. */
  function started(): Ingest {
    const ingest = createIngest({
      db,
      wake: () => {},
      publishLive: () => {},
      onRejected: () => {},
      onRetry: (error) => {
        throw error
      },
    })
    running.push(ingest)
    return ingest
  }
  const sent = (ingest: Ingest, deviceId: number, { text, at = noon }: { text: string; at?: number }) => {
    const { decoded } = watchIw.read(Buffer.from(text), { receivedAt: at, utcOffsetMinutes: 0 })
    const source = { deviceId, deviceUuid: '', format: 'watch-iw' }
    return ingest.take({ source, topic: '', leaf: '', payload: Buffer.from(text), receivedAt: at }, decoded)
  }
  const withPlace = (place: string) => `IWAP01${place},460,0,9520,3671,${NETWORKS}#`
  const withoutPlace = `IWAP02,zh_cn,0,1,460,0,9520|3671|13,3,${NETWORKS}#`
  const placesOf = async (deviceId: number) =>
    (
      await db.query<{ lat: number; lng: number; source: string }>(
        `select lat, lng, accuracy_m as "accuracyM", source from positions where device_id = $1 and source = 'WIFI' order by time`,
        [deviceId],
      )
    ).rows
  const networksOf = async (deviceId: number) =>
    (
      await db.query<{ bssid: string }>(
        'select bssid, hearings, days, is_elsewhere as "isElsewhere" from home_networks where device_id = $1 order by bssid',
        [deviceId],
      )
    ).rows

  /** What is learnt of a message is learnt after it. */
  async function learntHere(deviceId: number): Promise<void> {
    const ingest = started()
    await sent(ingest, deviceId, { text: withPlace(AT_HOME) })
    await expect
      .poll(async () => {
        await ingest.flushSeen()
        return (await networksOf(deviceId)).filter(({ bssid }) => bssid.startsWith('74')).length
      })
      .toBe(2)
  }

  async function learnt(deviceId: number, times: number): Promise<void> {
    await learntHere(deviceId)
    await db.query('update home_networks set hearings = $2 where device_id = $1', [deviceId, times])
  }

  /** Whether it says that it is home: asked before another that is, whose place is stored. */
  async function saysHome(ingest: Ingest, deviceId: number): Promise<boolean> {
    const witness = await createDevice(database.db, HOME)
    await db.query(
      `insert into home_networks select $1, bssid, $2, $3, 3, 1, false, now() from unnest('{74da38000001,74da38000002}'::text[]) bssid`,
      [witness.id, HOME.homeLat, HOME.homeLng],
    )
    await sent(ingest, deviceId, { text: withoutPlace, at: noon + MINUTE })
    for (let asked = 0; asked < 3; asked++) await db.query('select')
    await sent(ingest, witness.id, { text: withoutPlace })
    await expect.poll(async () => (await placesOf(witness.id)).length).toBe(1)
    return (await placesOf(deviceId)).length > 0
  }

  it('are learnt where satellites place it there, and say that it is home where they do not; a phone’s are not', async () => {
    const { id } = await createDevice(database.db, HOME)
    await learnt(id, 2)
    expect(await networksOf(id)).toMatchObject([
      { bssid: '74da38000001', isElsewhere: false, days: 1 },
      { bssid: '74da38000002', isElsewhere: false },
    ])
    expect(await saysHome(started(), id)).toBe(false)
    await db.query('update home_networks set hearings = 3 where device_id = $1', [id])
    expect(await saysHome(started(), id)).toBe(true)
    expect(await placesOf(id)).toEqual([
      { lat: HOME.homeLat, lng: HOME.homeLng, accuracyM: 150, source: 'WIFI' },
    ])
  })

  it('that go along elsewhere are its home’s no more', async () => {
    const { id } = await createDevice(database.db, HOME)
    await learnt(id, 5)
    const ingest = started()
    await sent(ingest, id, { text: withPlace(FAR) })
    await expect
      .poll(async () => {
        await ingest.flushSeen()
        return (await networksOf(id)).map((one) => 'isElsewhere' in one && one.isElsewhere)
      })
      .toEqual([true, true])
    expect(await saysHome(started(), id)).toBe(false)
  })

  it('are not displaced by a crowd that came for an hour, and make room for what is new', async () => {
    const { id } = await createDevice(database.db, HOME)
    const fill = (letter: string, { count, hearings, days }: Record<'count' | 'hearings' | 'days', number>) =>
      db.query(
        `insert into home_networks select $1, $2 || lpad(n::text, 10, '0'), $3, $4, $5, $6, false, $7::timestamptz - n * interval '1 minute'
         from generate_series(1, $8) n`,
        [id, letter, HOME.homeLat, HOME.homeLng, hearings, days, new Date(noon), count],
      )
    await fill('a0', { count: 3, hearings: 40, days: 20 })
    // As a phone that calls itself by ever other names, some of them a few times.
    await fill('b0', { count: 100, hearings: 3, days: 1 })
    await fill('c0', { count: 100, hearings: 1, days: 1 })
    await learntHere(id)
    const kept = (await networksOf(id)).map(({ bssid }) => bssid)
    const of = (letter: string) => kept.filter((bssid) => bssid.startsWith(letter))
    expect(of('a0')).toHaveLength(3)
    expect(of('74')).toEqual(['74da38000001', '74da38000002'])
    expect(of('b0')).toHaveLength(42)
    // The longest unheard go first.
    expect(of('c0')).toEqual(Array.from({ length: 13 }, (_, n) => `c0${String(n + 1).padStart(10, '0')}`))
  })

  it('that go along elsewhere are remembered as such, whatever crowd is heard at home', async () => {
    const { id } = await createDevice(database.db, HOME)
    const fill = (
      letter: string,
      { count, isElsewhere, agoS }: Record<'count' | 'agoS', number> & { isElsewhere: boolean },
    ) =>
      db.query(
        `insert into home_networks select $1, $2 || lpad(n::text, 10, '0'), $3, $4, 1, 1, $5, $6::timestamptz - n * interval '1 second'
         from generate_series(1, $7) n`,
        [id, letter, HOME.homeLat, HOME.homeLng, isElsewhere, new Date(noon - agoS * 1_000), count],
      )
    await fill('a0', { count: 20, isElsewhere: true, agoS: 3_600 })
    await fill('b0', { count: 30, isElsewhere: false, agoS: 60 })
    await learntHere(id)
    const kept = (await networksOf(id)).map(({ bssid }) => bssid)
    expect(kept.filter((bssid) => bssid.startsWith('a0'))).toEqual(
      Array.from({ length: 15 }, (_, n) => `a0${String(n + 1).padStart(10, '0')}`),
    )
    expect(kept.filter((bssid) => !bssid.startsWith('a0'))).toHaveLength(15)
  })

  it('say nothing of another home', async () => {
    const { id } = await createDevice(database.db, HOME)
    await learnt(id, 5)
    await owner.query('update devices set home_lat = 31 where id = $1', [id])
    expect(await saysHome(started(), id)).toBe(false)
  })
})
