import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import pg from 'pg'
import type { Credentials } from '../credentials.ts'
import {
  demoBeacons,
  demoBranches,
  demoCompanies,
  demoGateways,
  demoWearers,
  type BranchKey,
} from './demo-data.ts'
import { beaconMac, gatewayMac, imeiOf, seedOf } from './numbering.ts'

type Found = { name: string; lat: number | null; lng: number | null }

const RENEW_WATCH = `update devices set credential_hash = $2, credential_rotated_at = now()
  where imei = $1 and deleted_at is null returning name, home_lat as lat, home_lng as lng`
const RENEW_GATEWAY =
  'update gateways set credential_hash = $2, credential_rotated_at = now() where mac = $1 and deleted_at is null returning name'

export const beaconsOf = (branch: BranchKey): string[] =>
  demoBeacons.flatMap((beacon, place) => (beacon.branch === branch ? [beaconMac(place)] : []))

async function renewWatch(client: pg.Client, place: number): Promise<Credentials['watches']> {
  const imei = imeiOf(place)
  const { password, hash } = makeCredential()
  const { rows } = await client.query<Found>(RENEW_WATCH, [imei, hash])
  return rows.map(({ name, lat, lng }) => {
    const { branch } = demoWearers[place] ?? { branch: 'carmel' as const }
    const home = { lat: lat ?? demoBranches[branch].lat, lng: lng ?? demoBranches[branch].lng }
    return { imei, password, seed: seedOf(place), name, home }
  })
}

async function renewGateway(client: pg.Client, place: number): Promise<Credentials['gateways']> {
  const mac = gatewayMac(place)
  const branch = demoGateways[place]?.branch
  const { password, hash } = makeCredential()
  const { rows } = await client.query(RENEW_GATEWAY, [mac, hash])
  return rows.map(() => ({ mac, password, beacons: branch ? beaconsOf(branch) : [] }))
}

/** New passwords for the demo's devices, when the file with the old ones is lost: only their hashes were kept. Nothing, where there is no demo. */
export async function renewCredentials(
  databaseUrl: string,
  keep: (credentials: Credentials) => void,
): Promise<'renewed' | 'no demo'> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query('select from companies where code = $1', [
      demoCompanies.demo.code,
    ])
    if (!rowCount) return 'no demo'
    const credentials: Credentials = { watches: [], gateways: [] }
    for (const place of demoWearers.keys()) credentials.watches.push(...(await renewWatch(client, place)))
    for (const place of demoGateways.keys()) credentials.gateways.push(...(await renewGateway(client, place)))
    keep(credentials)
    await client.query('commit')
    return 'renewed'
  } finally {
    await client.end()
  }
}
