import pg from 'pg'
import type { Shape } from './shape.ts'

type Clash = { what: string; query: string }

/** What must be one of a kind in an installation and is there already, and who may not come: `value` of the rows that came, `coming`. */
const CLASHES: readonly Clash[] = [
  {
    what: 'somebody who would administer this installation',
    query: `select s.email as value from coming_users s where s.role = 'ADMIN'`,
  },
  {
    what: 'the company is here already',
    query: 'select s.name as value from coming_companies s join companies t on t.uuid = s.uuid',
  },
  {
    what: 'the company’s code is here already',
    query: 'select s.code as value from coming_companies s join companies t on t.code = s.code',
  },
  {
    what: 'an e-mail address is here already',
    query: `select s.email as value from coming_users s join users t on lower(t.email) = lower(s.email) where t.deleted_at is null and s.deleted_at is null`,
  },
  {
    what: 'a user name is here already',
    query: `select s.user_name as value from coming_users s join users t on lower(t.user_name) = lower(s.user_name)
      where t.deleted_at is null and s.deleted_at is null and lower(s.user_name) <> lower(s.email)`,
  },
  {
    what: 'a watch (IMEI) is here already',
    query: `select s.imei as value from coming_devices s join devices t on t.imei = s.imei where t.deleted_at is null and s.deleted_at is null`,
  },
  {
    what: 'the ten digits that a watch calls itself by is here already',
    query: `select s.imei as value from coming_devices s join devices t on t.short_identity = s.short_identity
      where t.deleted_at is null and s.deleted_at is null and t.imei <> s.imei`,
  },
  {
    what: 'a gateway (MAC) is here already',
    query: `select s.mac as value from coming_gateways s join gateways t on t.mac = s.mac where t.deleted_at is null and s.deleted_at is null`,
  },
  {
    what: 'a tag or sensor (MAC) is here already',
    query: `select s.mac as value from coming_beacons s join beacons t on t.mac = s.mac where t.deleted_at is null and s.deleted_at is null`,
  },
  {
    what: 'a tag that changes its address is here already',
    query: `select s.name as value from coming_beacons s join beacons t on t.identity_key = s.identity_key
      where t.deleted_at is null and s.deleted_at is null and t.mac <> s.mac`,
  },
  {
    what: 'an API key is here already',
    query: 'select s.name as value from coming_api_keys s join api_keys t on t.public_id = s.public_id',
  },
]

/** So many of one kind are named. */
const NAMED = 20

/** What clashes with what is there, a line each; nothing where all of it can come. */
export async function clashesOf(client: pg.ClientBase, shapes: readonly Shape[]): Promise<string[]> {
  const lines: string[] = []
  for (const { what, query } of CLASHES) {
    const { rows } = await client.query<{ value: string }>(`${query} order by 1 limit ${NAMED + 1}`)
    const more = rows.length > NAMED ? ', and more' : ''
    const values = rows.slice(0, NAMED).map(({ value }) => value)
    if (values.length > 0) lines.push(`${what}: ${values.join(', ')}${more}`)
  }
  if (lines.length > 0) return lines
  for (const { table, columns } of shapes) {
    if (!columns.some(({ name }) => name === 'uuid')) continue
    const { rowCount } = await client.query(
      `select from coming_${table} s join ${pg.escapeIdentifier(table)} t on t.uuid = s.uuid limit 1`,
    )
    if (rowCount) lines.push(`rows of ${table} are here already, by their uuid`)
  }
  return lines
}
