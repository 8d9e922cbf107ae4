import { setTimeout as wait } from 'node:timers/promises'
import type { BeaconType, ButtonActs } from '@carewatch/contracts/rooms'
import type { FactKind, LastFact } from '@carewatch/contracts/rules/rooms/fact-changes'
import type pg from 'pg'
import { createPrivateAddresses } from './private-addresses.ts'

/** What receiving a beacon takes to know of it. */
export type KnownBeacon = {
  id: number
  mac: string
  ibeacon: string | null
  deviceType: BeaconType
  buttons: ButtonActs
  /** The watch whose wearer carries it. */
  deviceId: number | null
  bindKey: Buffer | null
  /** Of one that changes its address. */
  identityKey: Buffer | null
  lastFacts: Partial<Record<FactKind, LastFact>> | null
}

/** The beacons of one company: those of another company that are received through the wall are ignored. */
export type CompanyBeacons = {
  byMac: ReadonlyMap<string, KnownBeacon>
  byIbeacon: ReadonlyMap<string, KnownBeacon>
  /** By an address that changes. */
  byPrivateAddress: (mac: string) => KnownBeacon | undefined
}

const COMPANY = `
select coalesce(g.company_id, b.company_id) as "companyId" from gateways g left join branches b on b.id = g.branch_id
where g.id = $1 and g.is_active and g.deleted_at is null`

const BEACONS = `
select bc.id, bc.mac, bc.ibeacon, bc.device_type as "deviceType", d.id as "deviceId", bc.buttons, bc.bind_key as "bindKey",
  bc.identity_key as "identityKey", (
  select jsonb_object_agg(f.kind, jsonb_build_object('value', f.value, 'gatewayId', f.gateway_id, 'packetId', f.packet_id,
    'time', (extract(epoch from f.at) * 1000)::int8, 'since', (extract(epoch from f.since) * 1000)::int8))
  from beacon_facts f where f.beacon_id = bc.id) as "lastFacts"
from branches br join beacons bc on bc.branch_id = br.id
left join devices d on d.id = bc.device_id and d.is_active and d.deleted_at is null
where br.company_id = $1 and bc.is_active and bc.deleted_at is null`

/** A change may have been missed while the listener was away. */
const KEPT_MS = 60_000
const ASK_AGAIN_MS = 300

const nobody: CompanyBeacons = {
  byMac: new Map(),
  byIbeacon: new Map(),
  byPrivateAddress: () => undefined,
}

/** Which beacons each gateway may know, kept until somebody changes one. */
export function createBeaconCache(db: pg.Pool, onRetry: (error: Error) => void) {
  let companies = new Map<number, Promise<number | null>>()
  let byCompany = new Map<number, Promise<CompanyBeacons>>()
  let readAt = Date.now()

  function forgetAll(): void {
    companies = new Map()
    byCompany = new Map()
    readAt = Date.now()
  }

  async function readCompany(gatewayId: number): Promise<number | null> {
    const { rows } = await db.query<{ companyId: number | null }>(COMPANY, [gatewayId])
    return rows[0]?.companyId ?? null
  }

  async function readBeacons(companyId: number): Promise<CompanyBeacons> {
    const { rows } = await db.query<KnownBeacon>(BEACONS, [companyId])
    return {
      byMac: new Map(rows.map((beacon) => [beacon.mac, beacon])),
      byIbeacon: new Map(rows.flatMap((beacon) => (beacon.ibeacon ? [[beacon.ibeacon, beacon]] : []))),
      byPrivateAddress: createPrivateAddresses(rows),
    }
  }

  async function find(gatewayId: number): Promise<CompanyBeacons> {
    const companyId = await kept(companies, gatewayId, readCompany)
    return companyId === null ? nobody : kept(byCompany, companyId, readBeacons)
  }

  return {
    forgetAll,
    /** While the database is away it asks for ever: the gateway waits for its answer as for a commit. */
    async ofGateway(gatewayId: number): Promise<CompanyBeacons> {
      if (Date.now() - readAt > KEPT_MS) forgetAll()
      for (;;) {
        try {
          return await find(gatewayId)
        } catch (error) {
          onRetry(error as Error)
          await wait(ASK_AGAIN_MS)
        }
      }
    },
  }
}
export type BeaconCache = ReturnType<typeof createBeaconCache>

/** What could not be read is read again by the next who asks. */
function kept<Value>(
  known: Map<number, Promise<Value>>,
  id: number,
  read: (id: number) => Promise<Value>,
): Promise<Value> {
  const before = known.get(id)
  if (before) return before
  const reading = read(id)
  known.set(id, reading)
  reading.catch(() => known.delete(id))
  return reading
}
