import { roleOf, services, STAFF } from '@carewatch/platform/database/service-roles'
import pg from 'pg'
import { FIGURES } from './figures.ts'
import {
  functions,
  grants,
  hidden,
  hiddenFromStaff,
  type Rights,
  sequences,
  type TableName,
} from './grants.ts'
import { FORMER, policiesToMake } from './policies.ts'
import { rowsOf } from './rows-of.ts'

/** What the interface asks on behalf of a company's staff it may do by no other right than this role's. */
const ROLES = [...services.map(roleOf), STAFF]
/** Asks nothing of ours, and may be missing where our user may make no roles. */
const OTHERS = [FIGURES]
const RIGHTS = { r: 'SELECT', a: 'INSERT', w: 'UPDATE', d: 'DELETE' }

/** Roles belong to the whole server: another database of it may make one this very moment. Who inherits nothing is a company's staff only where they say so. */
const makeRole = (role: string): string => `
do $$ begin create role ${role} nologin noinherit;
exception when duplicate_object or unique_violation then null; when insufficient_privilege then null; end $$`

const THERE = 'select rolname as name from pg_roles where rolname = any($1::text[])'

/** The parts that have no address of their own sign in as the user of the steps; who made a role is its member from 16 on, and may not act as it for that. */
const ACTS_NOT_FOR_COMPANIES = `
select quote_ident(name) as name from (values ('carewatch_api'), (current_user::text)) who (name) where not pg_has_role(name, '${STAFF}',
  case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`

const COLUMNS = `
select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`

/** One line for each right that somebody of ours has: on a table, or on a column of it. */
const GRANTED = `
with tables as (select oid, relname, relacl from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')),
granted as (
  select relname, grantee, null as attname, privilege_type from tables, aclexplode(relacl)
  union all
  select relname, grantee, a.attname, privilege_type from tables t join pg_attribute a on a.attrelid = t.oid, aclexplode(a.attacl))
select relname as table, rolname as role, concat_ws(' ', privilege_type, attname) as right
from granted join pg_roles r on r.oid = grantee where rolname = any($1::text[])`

const OWNERS_RIGHTS = `
select oid::regprocedure::text as function from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`
const SEQUENCES = `select sequencename as name from pg_sequences where schemaname = 'public'`

type ByTable = Map<string, string[]>

/**
 * What has to be said of each table so that each service has at most and at least the rights that are declared for it, and sees the rows that are.
 * Nothing where it is so already, or where the user of the steps may make no roles: then every service signs in as that user.
 */
export async function grantsToMake(client: pg.ClientBase, isFormerBeside = false): Promise<ByTable> {
  const there = await rolesThere(client)
  if (there.length < ROLES.length) return new Map()
  const granted = await grantedOf(client)
  const policies = await policiesToMake(client, isFormerBeside)
  const changes: ByTable = new Map()
  for (const [table, columns] of await columnsOf(client)) {
    const statements = there.flatMap((role) =>
      statementsFor({
        table,
        role,
        wanted: wantedRights(table, role, columns),
        has: granted.get(`${table} ${role}`) ?? [],
      }),
    )
    statements.push(...(policies.get(table) ?? []))
    if (statements.length > 0) changes.set(table, statements)
  }
  return changes
}

/** Whether every right and every policy is as it is declared, and nothing is left to the version before. */
export const isAsDeclared = async (client: pg.ClientBase): Promise<boolean> =>
  (await rolesThere(client)).length === ROLES.length && (await grantsToMake(client)).size === 0

/** Those of the parts and of staff, and more. */
export async function makeEveryRole(client: pg.ClientBase, more: readonly string[]): Promise<void> {
  for (const role of [...ROLES, ...more]) await client.query(makeRole(role))
}

/** Makes the roles that are missing, and lets the interface act for companies. What is not a table's is granted every time: it changes nothing. */
export async function makeRoles(client: pg.ClientBase): Promise<void> {
  const before = await rolesThere(client)
  const missing = [...ROLES, ...OTHERS].filter((one) => !before.includes(one))
  for (const role of missing) await client.query(makeRole(role))
  const there = await rolesThere(client)
  if (there.length < ROLES.length) return
  const { rows } = await client.query<{ name: string }>(ACTS_NOT_FOR_COMPANIES)
  for (const { name } of rows) await client.query(`grant ${STAFF} to ${name}`)
  await client.query(`grant usage on schema public to ${there.join(', ')}`)
  const { rows: known } = await client.query<{ name: string }>(SEQUENCES)
  for (const { name } of known) {
    const users = sequences[name]
    if (users) await client.query(`grant usage on sequence ${name} to ${users.map(roleOf).join(', ')}`)
  }
  for (const [name, users] of Object.entries(functions)) {
    const { rows: same } = await client.query<{ function: string }>(OWNERS_RIGHTS, [name])
    const roles = [...users.map(roleOf), ...(users.includes('api') ? [STAFF] : [])]
    for (const each of same)
      await client.query(`grant execute on function ${each.function} to ${roles.join(', ')}`)
  }
}

const FORMER_HAS = `
select exists (select from pg_class, aclexplode(relacl) where relnamespace = 'public'::regnamespace and grantee = r.oid)
  or exists (select from pg_default_acl, aclexplode(defaclacl) where grantee = r.oid) as has
from pg_roles r where rolname = '${FORMER}'`

/** Whether the role by which the version before asks on behalf of staff may do anything here. */
export async function isFormerOpen(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(FORMER_HAS)
  return rows[0]?.has === true
}

/** By this role the version before asks on behalf of staff: once nothing of it runs any more, it may do nothing. */
export async function closeFormer(client: pg.ClientBase): Promise<void> {
  if (!(await isFormerOpen(client))) return
  for (const all of ['functions', 'sequences', 'tables']) {
    await client.query(`revoke all on all ${all} in schema public from ${FORMER}`)
    await client.query(`alter default privileges in schema public revoke all on ${all} from ${FORMER}`)
  }
  await client.query(`revoke usage on schema public from ${FORMER}`)
}

async function rolesThere(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(THERE, [ROLES])
  return rows.map(({ name }) => name).toSorted()
}

async function columnsOf(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(COLUMNS)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

async function grantedOf(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; role: string; right: string }>(GRANTED, [ROLES])
  return new Map(
    Object.entries(Object.groupBy(rows, ({ table, role }) => `${table} ${role}`)).map(([key, rights]) => [
      key,
      (rights ?? []).map(({ right }) => right),
    ]),
  )
}

const isDeclared = (table: string): table is TableName => Object.hasOwn(grants, table)

/** Of what the interface does with a table, what it does on behalf of staff. */
function staffRights(table: TableName): Rights {
  const whose = rowsOf[table]
  if ('apart' in whose) return ''
  if ('shared' in whose) return 'r'
  return whose.may ?? grants[table].api ?? ''
}

/** `SELECT`, or `SELECT name` of a column. */
function wantedRights(table: string, role: string, columns: readonly string[]): string[] {
  if (!isDeclared(table)) return []
  const service = services.find((one) => roleOf(one) === role)
  const rights = service ? (grants[table][service] ?? '') : staffRights(table)
  const secret = (service ? hidden[service] : hiddenFromStaff)?.[table] ?? []
  const given = Object.entries(RIGHTS).filter(([letter]) => rights.includes(letter))
  return given.flatMap(([, right]) =>
    right !== RIGHTS.d && secret.length > 0
      ? columns.filter((column) => !secret.includes(column)).map((column) => `${right} ${column}`)
      : right,
  )
}

type Pair = { table: string; role: string; wanted: readonly string[]; has: readonly string[] }

/** All of a table's rights of a role anew where any differs, in one transaction of the caller's. */
function statementsFor({ table, role, wanted, has }: Pair): string[] {
  if (wanted.length === has.length && wanted.every((right) => has.includes(right))) return []
  const rights = wanted.map((right) => {
    const [word = '', column] = right.split(' ')
    return column === undefined ? word : `${word} (${pg.escapeIdentifier(column)})`
  })
  const on = `on table ${pg.escapeIdentifier(table)}`
  return [
    `revoke all ${on} from ${role}`,
    ...(rights.length > 0 ? [`grant ${rights.join(', ')} ${on} to ${role}`] : []),
  ]
}
