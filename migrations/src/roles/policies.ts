import { createHash } from 'node:crypto'
import { roleOf, services, STAFF } from '@carewatch/platform/database/service-roles'
import pg from 'pg'
import { hypertablesThere } from '../timescale.ts'
import { grants, type TableName } from './grants.ts'
import { rowsOf } from './rows-of.ts'

/** The role by which the version before asks on behalf of a company's staff. */
export const FORMER = 'carewatch_company'

const OURS = [...services.map(roleOf), STAFF, FORMER]

type Policy = { name: string; roles: string[]; rows: string; adds?: string | undefined }
type Found = { name: string; roles: string[]; made: string; said: string | null }
type Table = { table: string; owner: string; isWalled: boolean; policies: Found[] }

/** What PostgreSQL made of a policy. */
const MADE = `md5(concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), polcmd, polpermissive, polroles))`

const TABLES = `
select c.relname as table, pg_get_userbyid(c.relowner) as owner, c.relrowsecurity and c.relforcerowsecurity as "isWalled",
  (select coalesce(jsonb_agg(jsonb_build_object('name', polname, 'made', ${MADE}, 'said', obj_description(p.oid, 'pg_policy'),
    'roles', (select coalesce(jsonb_agg(rolname order by rolname), '["public"]') from pg_roles where oid = any(polroles)))), '[]')
   from pg_policy p where polrelid = c.oid) as policies
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

const hash = (policy: Policy): string => createHash('md5').update(JSON.stringify(policy)).digest('hex')
const named = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Remembers what it was made of and what was made of it, so that it is made anew where either is another. */
const make = (table: string, policy: Policy): string[] => [
  `drop policy if exists ${policy.name} on ${table}`,
  `create policy ${policy.name} on ${table} to ${named(policy.roles)} using (${policy.rows}) with check (${policy.adds ?? policy.rows})`,
  `do $$ begin execute format('comment on policy ${policy.name} on ${table} is %L', '${hash(policy)} ' ||
    (select ${MADE} from pg_policy where polrelid = '${table}'::regclass and polname = '${policy.name}')); end $$`,
]

function isThere(found: readonly Found[], policy: Policy): boolean {
  const same = found.find(({ name }) => name === policy.name)
  return same !== undefined && same.said === `${hash(policy)} ${same.made}`
}

/** Services see the rows of all companies, as far as they have rights on the table; so do the steps, backups and `admin`, which ask as its owner. */
function policiesOf(table: TableName, owner: string): Policy[] {
  const whose = rowsOf[table]
  if ('shared' in whose) return []
  const roles = services.filter((service) => grants[table][service] !== undefined).map(roleOf)
  return [
    { name: 'owner_rows', roles: [owner], rows: 'true' },
    ...(roles.length > 0 ? [{ name: 'service_rows', roles, rows: 'true' }] : []),
    ...('staff' in whose
      ? [{ name: 'staff_rows', roles: [STAFF], rows: whose.staff, adds: whose.adds }]
      : []),
  ]
}

type Beside = { isFormerBeside: boolean; hypertables: readonly string[] }

function changesOf(
  { table, owner, isWalled, policies }: Table,
  { isFormerBeside, hypertables }: Beside,
): string[] {
  const wanted = isDeclared(table) && !hypertables.includes(table) ? policiesOf(table, owner) : []
  // Where it had no policy, the version before goes on seeing every row.
  const isBlind = isFormerBeside && wanted.length > 0 && !policies.some(({ name }) => name === 'company_rows')
  const kept = [...wanted.map(({ name }) => name), ...(isFormerBeside ? ['company_rows'] : [])]
  // One that somebody made by hand for a role of their own stays.
  const surplus = policies.filter(
    ({ name, roles }) =>
      !kept.includes(name) && roles.some((role) => role === 'public' || OURS.includes(role)),
  )
  const on = pg.escapeIdentifier(table)
  return [
    ...surplus.map(({ name }) => `drop policy ${pg.escapeIdentifier(name)} on ${on}`),
    ...wanted.filter((policy) => !isThere(policies, policy)).flatMap((policy) => make(on, policy)),
    ...(isBlind ? [`create policy company_rows on ${on} to ${FORMER} using (true)`] : []),
    ...(wanted.length > 0 && !isWalled
      ? [`alter table ${on} enable row level security, force row level security`]
      : []),
  ]
}

const isDeclared = (table: string): table is TableName => Object.hasOwn(grants, table)

/** What has to be said of each table so that whoever asks sees the rows that are declared for them. */
export async function policiesToMake(
  client: pg.ClientBase,
  isFormerBeside: boolean,
): Promise<Map<string, string[]>> {
  const { rows } = await client.query<Table>(TABLES)
  // What TimescaleDB compresses takes no policy: rights alone stand before it.
  const hypertables = await hypertablesThere(client)
  return new Map(rows.map((row) => [row.table, changesOf(row, { isFormerBeside, hypertables })]))
}
