import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
} from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness, type EngineHarness } from '../testing.ts'
import { createThinning } from './thin-sightings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const noon = Date.parse('2026-11-21T12:00:00Z')

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function newPair() {
  const { id: companyId } = await createCompany(harness.db)
  const { id: branchId } = await createBranch(harness.db, companyId)
  const { id: gatewayId } = await createGateway(harness.db, { companyId, branchId })
  const { id: beaconId } = await createBeacon(harness.db, { branchId, lastSeenAt: new Date(noon) })
  return { gatewayId, beaconId }
}
type Pair = Awaited<ReturnType<typeof newPair>>

const addSighting = (
  { gatewayId, beaconId }: Pair,
  at: number,
  { rssi = -60, facts = null as object | null } = {},
) =>
  harness.owner.query(
    'insert into sightings (gateway_id, beacon_id, time, rssi, facts) values ($1, $2, $3, $4, $5)',
    [gatewayId, beaconId, new Date(at), rssi, facts],
  )
const left = async ({ beaconId }: Pair) =>
  (
    await harness.owner.query<{ at: number }>(
      `select (extract(epoch from time) * 1000)::float8 - $2 as at from sightings where beacon_id = $1 order by time`,
      [beaconId, noon],
    )
  ).rows.map(({ at }) => at / 1_000)

/** As often as it takes to have caught up. */
async function thin(now = noon): Promise<void> {
  const run = createThinning()
  for (let times = 0; times < 100; times++) await run(harness.connection, now)
}

describe('what gateways heard', () => {
  it('is one sighting a minute of each pair after an hour, the strongest, and all of it before', async () => {
    const [pair, other] = [await newPair(), await newPair()]
    const from = noon - HOUR - 2 * MINUTE
    for (const second of [0, 1, 2, 61])
      await addSighting(pair, from + second * 1_000, { rssi: second === 1 ? -50 : -60 })
    await addSighting(other, from + 1_000)
    await addSighting(pair, noon - HOUR + 1_000)
    await addSighting(pair, noon - HOUR + 2_000)
    await thin()
    expect(await left(pair)).toEqual([-3_719, -3_659, -3_599, -3_598])
    expect(await left(other)).toEqual([-3_719])
  })

  it('keeps each word of a sensor that changed its mind', async () => {
    const pair = await newPair()
    const from = noon - HOUR - 5 * MINUTE
    const open = { facts: { door: true } }
    const closed = { facts: { door: false } }
    for (const [second, state] of [closed, closed, open, open, closed].entries())
      await addSighting(pair, from + second * 1_000, state)
    await thin()
    expect(await left(pair)).toEqual([-3_900, -3_898, -3_896])
  })

  it('is gone after three days', async () => {
    const pair = await newPair()
    await addSighting(pair, noon - 74 * HOUR)
    await addSighting(pair, noon - 71 * HOUR)
    await thin()
    expect(await left(pair)).toEqual([-71 * 3_600])
  })
})

it('forgets who passed by', async () => {
  const { gatewayId } = await newPair()
  const insert = `insert into unknown_beacons (gateway_id, mac, seems, rssi, first_seen_at, last_seen_at, count)
    values ($1, $2, $3, -60, now(), now() - $4::interval, 3)`
  await harness.owner.query(insert, [gatewayId, 'aaaaaaaaaaaa', null, '20 minutes'])
  await harness.owner.query(insert, [gatewayId, 'bbbbbbbbbbbb', 'DOOR', '20 minutes'])
  await harness.owner.query(insert, [gatewayId, 'cccccccccccc', 'DOOR', '25 hours'])
  await thin()
  const { rows } = await harness.owner.query('select mac from unknown_beacons where gateway_id = $1', [
    gatewayId,
  ])
  expect(rows).toEqual([{ mac: 'bbbbbbbbbbbb' }])
})

it('forgets the networks of a home that is another now, or none, and those that only passed by', async () => {
  const { id } = await createDevice(harness.db, { homeLat: 32, homeLng: 34 })
  const insert = `insert into home_networks (device_id, bssid, home_lat, home_lng, hearings, days, last_heard_at)
    values ($1, $2, $3, 34, $4, 1, now() - $5::interval)`
  await harness.owner.query(insert, [id, 'aaaaaaaaaaaa', 32, 3, '89 days'])
  await harness.owner.query(insert, [id, 'bbbbbbbbbbbb', 32, 3, '91 days'])
  await harness.owner.query(insert, [id, 'cccccccccccc', 31, 9, '1 hour'])
  await harness.owner.query(insert, [id, 'dddddddddddd', 32, 2, '8 days'])
  await thin()
  const networks = async () =>
    (await harness.owner.query('select bssid from home_networks where device_id = $1', [id])).rows
  expect(await networks()).toEqual([{ bssid: 'aaaaaaaaaaaa' }])
  await harness.owner.query('update devices set home_lat = null where id = $1', [id])
  await thin()
  expect(await networks()).toEqual([])
})
