import type { Proof, SourcePinning } from '@carewatch/contracts/proof'
import { SILENT_NODE_SECONDS } from '@carewatch/platform/silent-nodes'
import type pg from 'pg'
import { decideProof, hangsOnNode, type KnownNetwork, type SignInFacts } from './decide-proof.ts'

/** Who says so, from where, at which node, and when this node last heard a connection that is known to be it. */
export type Arrival = {
  deviceId: number
  network: string
  nodeId: number
  receivedAt: number | null
  now: number
}

/** It is given when somebody said so, or when what they planned came true. */
const FACTS = `
select extract(epoch from greatest(d.created_at, given.at))::float8 * 1000 as "givenAt", p.how as proof,
  coalesce(c.source_pinning, 'WARN') as pinning, coalesce(known.networks, '[]') as networks,
  (select extract(epoch from max(at))::float8 * 1000 from identity_conflicts where device_id = d.id) as "conflictAt",
  n.id as "otherNode"
from devices d left join companies c on c.id = d.company_id left join device_status s on s.device_id = d.id
left join broker_nodes n on s.online and n.id = s.door_id and n.id <> $2 and n.seen_at > now() - interval '${SILENT_NODE_SECONDS} seconds'
left join device_proofs p on p.device_id = d.id
left join lateral (select max(greatest(created_at, started_at)) as at from assignments
  where device_id = d.id and started_at <= now() and (ended_at is null or ended_at > now())) given on true
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
  { deviceId, network, nodeId, receivedAt, now }: Arrival,
): Promise<{ facts: SignInFacts; otherNode: number | null }> {
  const { rows } = await db.query<Row>({ name: 'sign-in-facts', text: FACTS, values: [deviceId, nodeId] })
  const [row] = rows
  if (!row) throw new Error('a device that signs in is registered')
  const { otherNode, ...known } = row
  return { facts: { ...known, now, from: network, isElsewhere: otherNode !== null, receivedAt }, otherNode }
}

/** Both or nothing: who comes a moment later finds the network beside the proof. */
const PROVE = `
with proven as (insert into device_proofs (device_id, how) values ($1, $3) on conflict do nothing returning device_id)
insert into device_networks (device_id, network, known_at) select device_id, $2, now() from proven
on conflict (device_id, network) do update set last_seen_at = now(), known_at = coalesce(device_networks.known_at, excluded.known_at)`

const SEEN = `
insert into device_networks (device_id, network, known_at) values ($1, $2, case when $3 then now() end)
on conflict (device_id, network) do update set last_seen_at = greatest(device_networks.last_seen_at, now() - $4 * interval '1 millisecond'),
  known_at = coalesce(device_networks.known_at, excluded.known_at)`

/** Whoever says its number from everywhere fills nothing. */
const MOST = 50
const TRIM = `
delete from device_networks where device_id = $1 and known_at is null and network in (
  select network from device_networks where device_id = $1 and known_at is null order by last_seen_at desc offset ${MOST})`

type Seen = { deviceId: number; network: string; isKnown: boolean; agoMs?: number }
export const noteNetwork = (db: pg.Pool, { deviceId, network, isKnown, agoMs = 0 }: Seen): Promise<unknown> =>
  db.query({ name: 'network-seen', text: SEEN, values: [deviceId, network, isKnown, agoMs] })

export type Decision = { isProven: boolean; isUndecided: boolean }
export type Arrived = Decision & { otherNode: number | null }

const NO: Decision = { isProven: false, isUndecided: false }
const LATER: Decision = { isProven: false, isUndecided: true }

/** Says whether a connection is its device's, and writes down from where it came and what that proves. `isLast`: what it hangs on had its time. */
export async function arrive(db: pg.Pool, arrival: Arrival, isLast = false): Promise<Arrived> {
  const { deviceId, network } = arrival
  const { facts, otherNode } = await readFacts(db, arrival)
  if (!isLast && hangsOnNode(facts)) return { ...LATER, otherNode }
  const { proof, isProven, isLearned } = decideProof(facts)
  if (proof === null) await noteNetwork(db, { deviceId, network, isKnown: isLearned })
  else if ((await db.query(PROVE, [deviceId, network, proof])).rowCount === 0)
    // Of two that are the first at once one is; the other may be the same device once more.
    return arrive(db, arrival, isLast)
  if (facts.networks.length >= MOST) await db.query(TRIM, [deviceId])
  return { isProven, isUndecided: false, otherNode }
}

/** The same for one that is here already. What has changed hands is as new, and is known by where it is now: where it is heard, not where it was left. */
export async function decideAnew(db: pg.Pool, arrival: Arrival, isSilent: boolean): Promise<Decision> {
  const { deviceId, network } = arrival
  const { facts } = await readFacts(db, arrival)
  const { isProven, isLearned, proof } = decideProof(facts)
  if (hangsOnNode(facts) || (isLearned && proof === null && isSilent)) return LATER
  if (!isProven || proof !== null) return NO
  if (isLearned) await noteNetwork(db, { deviceId, network, isKnown: true })
  return { isProven: true, isUndecided: false }
}
