import { openTimescale } from '@carewatch/platform/database/client'
import { createBeacon, createBranch, createCompany, createGateway } from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatewayCodecOf } from '@carewatch/devices/registry/gateway-codecs'
import { gatewayCodecs } from '@carewatch/devices/registry/gateways'
import { examples } from '@carewatch/devices/examples/gateways'
import { createIngest } from '../ingest.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: pg.Pool
let branch: { companyId: number; branchId: number }
beforeAll(async () => {
  database = await testDatabase()
  db = openTimescale(asService(database.url, 'broker'), 4)
  const { id: companyId } = await createCompany(database.db)
  const { id: branchId } = await createBranch(database.db, companyId)
  branch = { companyId, branchId }
  const kept = Object.keys(gatewayCodecs).flatMap(macsIn)
  for (const mac of new Set(kept)) await createBeacon(database.db, { branchId, mac })
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

const receivedAt = Date.parse('2026-11-21T12:00:00Z')

/** Whom the samples of a format tell of. */
const macsIn = (format: string): string[] =>
  (examples[format] ?? []).flatMap(({ topic, payload }) =>
    gatewayCodecOf(format)(topic, payload, { receivedAt, keyOf: () => undefined }).sightings.map(
      ({ mac }) => mac,
    ),
  )

it.each(Object.keys(gatewayCodecs))('what %s hears of our beacons is stored', async (format) => {
  const gateway = await createGateway(database.db, branch)
  const ingest = createIngest({
    db,
    wake: () => {},
    publishLive: () => {},
    onRejected: () => {},
    onRetry: (error) => expect.fail(error.message),
  })
  for (const { topic, payload } of examples[format] ?? []) {
    const source = { gatewayId: gateway.id, gatewayUuid: gateway.uuid, format }
    await ingest.acceptScan({ source, topic, payload, receivedAt })
  }
  await ingest.close()
  const { rows } = await db.query<{ mac: string }>(
    'select distinct b.mac from sightings s join beacons b on b.id = s.beacon_id where s.gateway_id = $1 order by 1',
    [gateway.id],
  )
  expect(rows.map(({ mac }) => mac)).toEqual([...new Set(macsIn(format))].toSorted())
})
