import type { Proof, SourcePinning } from '@carewatch/contracts/proof'
import type pg from 'pg'
import { decideProof, type KnownNetwork, type SignInFacts } from './decide-proof.ts'

/** Who says so, from where, at which node, and whether this node has it from a network that it is known by. */
export type Arrival = { deviceId: number; network: string; nodeId: number; isHereToo: boolean; now: number }

const FACTS = `
select extract(epoch from greatest(d.created_at, given.at))::float8 * 1000 as "givenAt", p.how as proof,
  coalesce(c.source_pinning, 'WARN') as pinning, coalesce(known.networks, '[]') as networks,
  (select extract(epoch from max(at))::float8 * 1000 from identity_conflicts where device_id = d.id) as "conflictAt",
  case when s.online and s.door_id <> $2 then s.door_id end as "otherNode"
from devices d left join companies c on c.id = d.company_id left join device_status s on s.device_id = d.id
left join device_proofs p on p.device_id = d.id
left join lateral (select max(created_at) as at from assignments where device_id = d.id and ended_at is null) given on true
left join lateral (
  select json_agg(json_build_object('network', network, 'isKnown', known_at is not null,
    'firstSeenAt', extract(epoch from first_seen_at) * 1000, 'lastSeenAt', extract(epoch from last_seen_at) * 1000)) as networks
  from device_networks where device_id = d.id) known on true
where d.id = $1`

type Row = {
  givenAt: number
  proof: Proof | null
  pinning: SourcePinning
  networks: KnownNetwork[]
  conflictAt: number | null
  otherNode: number | null
}

async function readFacts(
  db: pg.Pool,
  { deviceId, network, nodeId, isHereToo, now }: Arrival,
): Promise<{ facts: SignInFacts; otherNode: number | null }> {
  const { rows } = await db.query<Row>({ name: 'sign-in-facts', text: FACTS, values: [deviceId, nodeId] })
  const [row] = rows
  if (!row) throw new Error('a device that signs in is registered')
  const { otherNode, ...known } = row
  return { facts: { ...known, now, from: network, isElsewhere: isHereToo || otherNode !== null }, otherNode }
}

const PROVE = 'insert into device_proofs (device_id, how) values ($1, $2) on conflict do nothing'

const SEEN = `
insert into device_networks (device_id, network, known_at) values ($1, $2, case when $3 then now() end)
on conflict (device_id, network) do update set last_seen_at = now(),
  known_at = coalesce(device_networks.known_at, excluded.known_at)`

/** Whoever says its number from everywhere fills nothing. */
const MOST = 50
const TRIM = `
delete from device_networks where device_id = $1 and known_at is null and network in (
  select network from device_networks where device_id = $1 and known_at is null order by last_seen_at desc offset ${MOST})`

export const noteNetwork = (
  db: pg.Pool,
  { deviceId, network, isKnown }: { deviceId: number; network: string; isKnown: boolean },
): Promise<unknown> => db.query({ name: 'network-seen', text: SEEN, values: [deviceId, network, isKnown] })

export type Arrived = { isProven: boolean; otherNode: number | null }

/** Says whether a connection is its device's, and writes down from where it came and what that proves. */
export async function arrive(db: pg.Pool, arrival: Arrival): Promise<Arrived> {
  const { deviceId, network } = arrival
  const { facts, otherNode } = await readFacts(db, arrival)
  const result = decideProof(facts)
  // Of two that are the first at once, one is.
  const isFirst = result.proof === null || (await db.query(PROVE, [deviceId, result.proof])).rowCount === 1
  await noteNetwork(db, { deviceId, network, isKnown: result.isLearned && isFirst })
  if (facts.networks.length >= MOST) await db.query(TRIM, [deviceId])
  return { isProven: result.isProven && isFirst, otherNode }
}

/** The same for one that is here already. What has changed hands is as new, and is known by where it is now. */
export async function isProvenNow(db: pg.Pool, arrival: Arrival): Promise<boolean> {
  const { deviceId, network } = arrival
  const { isProven, isLearned, proof } = decideProof((await readFacts(db, arrival)).facts)
  if (!isProven || proof !== null) return false
  if (isLearned) await noteNetwork(db, { deviceId, network, isKnown: true })
  return true
}
