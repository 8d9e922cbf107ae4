import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import pg from 'pg'

/** A floor of rooms with a gateway in each, and tags that people carry around. */
export const ROOMS = 10
export const TAGS = 50

const MAKE = `
with company as (insert into companies (name, code) values ('Bench', 'ROOMS') returning id),
  branch as (insert into branches (company_id, name, code) select id, 'Bench', 'ROOMS' from company returning id, company_id),
  room as (insert into rooms (branch_id, name) select branch.id, 'Room ' || n from branch, generate_series(0, $1::int - 1) n returning id, name),
  gateway as (
    insert into gateways (name, mac, company_id, branch_id, room_id, credential_hash)
    select 'Gateway ' || g.n, g.mac, branch.company_id, branch.id, room.id, g.hash
    from unnest($2::int[], $3::text[], $4::bytea[]) as g (n, mac, hash) cross join branch join room on room.name = 'Room ' || g.n returning id)
insert into beacons (name, mac, device_type, branch_id) select 'Tag ' || n, mac, 'TAG', branch.id
from branch, unnest($5::int[], $6::text[]) as t (n, mac)`

export type WardGateway = { room: number; username: string; password: string }
export type Ward = { gateways: WardGateway[]; tags: string[] }

const macOf = (kind: string, place: number): string => `${kind}${place.toString(16).padStart(10, '0')}`

export async function makeWard(databaseUrl: string): Promise<Ward> {
  const made = Array.from({ length: ROOMS }, (_, room) => ({
    room,
    mac: macOf('ac', room),
    ...makeCredential(),
  }))
  const tags = Array.from({ length: TAGS }, (_, place) => macOf('c3', place))
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(MAKE, [
      ROOMS,
      made.map(({ room }) => room),
      made.map(({ mac }) => mac),
      made.map(({ hash }) => hash),
      tags.map((_, place) => place),
      tags,
    ])
  } finally {
    await client.end()
  }
  return { gateways: made.map(({ room, mac, password }) => ({ room, username: mac, password })), tags }
}
