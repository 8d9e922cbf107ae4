import { readSteps } from '@carewatch/migrations/migrate'
import { isAsDeclared } from '@carewatch/migrations/roles/grant-roles'
import { unreached, type Unreached } from '@carewatch/platform/escalation/unreached'
import pg from 'pg'
import { type Finding, fine, look, wrong } from './finding.ts'

const FACTS = `
select current_setting('server_version') as version, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as "synchronousCommit", current_setting('full_page_writes') as "fullPageWrites",
  current_setting('max_connections')::int as "maxConnections", (select count(*)::int from pg_stat_activity) as connections,
  (select extversion from pg_extension where extname = 'timescaledb') as timescale,
  extract(epoch from clock_timestamp())::float8 * 1000 as clock,
  pg_size_pretty(pg_database_size(current_database())) as size,
  to_regclass('public.migrations') is not null as "isMigrated",
  (select count(*)::int from pg_roles where rolname = any(array['carewatch_broker', 'carewatch_rules', 'carewatch_api']) and rolcanlogin) as "ownRoles",
  (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`

const WAITING = `
select coalesce((select extract(epoch from now() - min(l.at)) from audit_log l where l.at > now() - interval '1 day'
    and not exists (select from audit_seals s where s.audit_id = l.id)), 0)::float8 as "oldestUnsealed",
   (select count(*)::int from pending_evaluations) as pending,
  coalesce((select extract(epoch from now() - min(created_at)) from pending_evaluations), 0)::float8 as "oldestPending",
  (select count(*)::int from deliveries where state = 'QUEUED' and next_at < now() - interval '1 minute') as unsent,
  (select count(*)::int from rejected_messages where received_at > now() - interval '1 day') as rejected,
  (select count(*)::int from company_arrivals where arrived_at is null) as "brokenOff",
  (select count(*)::int from users where role = 'ADMIN' and is_active and deleted_at is null) as admins`

type Facts = Record<'version' | 'fsync' | 'synchronousCommit' | 'fullPageWrites' | 'size', string> & {
  maxConnections: number
  connections: number
  timescale: string | null
  clock: number
  isMigrated: boolean
  ownRoles: number
  isSuperuser: boolean
}
type Waiting = Record<
  'pending' | 'oldestPending' | 'oldestUnsealed' | 'unsent' | 'rejected' | 'brokenOff' | 'admins',
  number
>

const CLOCK_OFF_MS = 2_000
const LATE_SECONDS = 30
const UNSEALED_SECONDS = 60

/** Whether the database keeps the promise of a commit, has this version's shape, and is not behind with its work. */
export async function examineDatabase(url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'doctor',
  })
  try {
    await client.connect()
  } catch (error) {
    return [wrong('Database', error instanceof Error ? error.message : 'does not answer')]
  }
  try {
    const asked = Date.now()
    const facts = (await client.query<Facts>(FACTS)).rows[0]
    if (!facts) return [wrong('Database', 'answered nothing')]
    const findings = [...ofServer(facts), ofClock(facts.clock, asked)]
    if (!facts.isMigrated) return [...findings, look('Tables', 'none yet: the first start makes them')]
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from migrations order by name',
    )
    const tables = await ofMigrations(rows)
    findings.push(tables, ofRoles(facts.ownRoles), ofOwner(facts.isSuperuser))
    if (tables.state !== 'fine') return findings
    findings.push(ofWalls(await isAsDeclared(client)))
    findings.push(ofHelp(await unreached(client)))
    const waiting = (await client.query<Waiting>(WAITING)).rows[0]
    return waiting ? [...findings, ...ofWork(waiting), ...ofArrivals(waiting.brokenOff)] : findings
  } catch (error) {
    return [wrong('Database', error instanceof Error ? error.message : 'does not answer')]
  } finally {
    await client.end()
  }
}

function ofServer({ version, size, timescale, connections, maxConnections, ...facts }: Facts): Finding[] {
  const kind = timescale ? `TimescaleDB ${timescale} on PostgreSQL ${version}` : `PostgreSQL ${version}`
  const unsafe = (['fsync', 'synchronousCommit', 'fullPageWrites'] as const).filter(
    (name) => facts[name] === 'off',
  )
  return [
    fine('Database', `${kind}, ${size}`),
    unsafe.length === 0
      ? fine('A commit is on the disk')
      : wrong('A commit is on the disk', `${unsafe.join(', ')} off: what is acknowledged can be lost`),
    connections < maxConnections * 0.8
      ? fine('Connections', `${connections} of ${maxConnections}`)
      : look('Connections', `${connections} of ${maxConnections}: nearly none is left`),
  ]
}

const ofRoles = (own: number): Finding =>
  own === 3
    ? fine('Roles', 'each part can sign in by its own')
    : look(
        'Roles',
        'parts sign in as the owner of the tables, who may do everything: BROKER_DATABASE_URL, RULES_DATABASE_URL and API_DATABASE_URL give them roles of their own',
      )

const ofOwner = (isSuperuser: boolean): Finding =>
  isSuperuser
    ? look(
        'Owner',
        'the steps, backups and this command sign in as a superuser of the database server: give DATABASE_URL an owner who is none (docs/operations.md)',
      )
    : fine('Owner', 'of the tables, and no superuser')

const ofWalls = (isSo: boolean): Finding =>
  isSo
    ? fine('Companies', 'kept apart by the database')
    : look(
        'Companies',
        'not kept apart by the database as they should be: run migrate (or start) once more, as somebody who may make roles',
      )

function ofHelp(watches: readonly Unreached[]): Finding {
  const alone = watches.filter(({ isOnScreenAlone }) => isOnScreenAlone).length
  const nobody = watches.length - alone
  if (nobody > 0)
    return wrong(
      'Calls for help',
      `of ${nobody} people who wear a watch would reach nobody, now or as a duty of the next day ends: the page of their branch says whose`,
    )
  return alone > 0
    ? look(
        'Calls for help',
        `of ${alone} people who wear a watch would reach screens alone: nobody who would be called has a channel that works`,
      )
    : fine('Calls for help', 'of everybody who wears a watch would reach somebody')
}

function ofClock(clock: number, asked: number): Finding {
  const offMs = Math.max(asked - clock, clock - Date.now(), 0)
  return offMs < CLOCK_OFF_MS
    ? fine('Clock', 'this machine and the database agree')
    : wrong('Clock', `this machine and the database differ by ${Math.round(offMs / 1_000)} s`)
}

async function ofMigrations(applied: readonly { name: string; hash: string }[]): Promise<Finding> {
  const steps = await readSteps()
  const strange = applied.find(
    ({ name, hash }, index) => steps[index]?.name !== name || steps[index].hash !== hash,
  )
  if (strange)
    return wrong(
      'Tables',
      `migration ${strange.name} is not this version's: the database is ahead, or was changed`,
    )
  const left = steps.length - applied.length
  return left === 0
    ? fine('Tables', "this version's")
    : look('Tables', `${left} steps behind: the next start brings them up`)
}

/** Nothing where no company is on its way. */
const ofArrivals = (left: number): Finding[] =>
  left === 0
    ? []
    : [
        look(
          'Companies on their way',
          `${left}: an import goes on, or was broken off, and left what nobody is shown; then admin company clear takes it away`,
        ),
      ]

function ofWork({ pending, oldestPending, oldestUnsealed, unsent, rejected, admins }: Waiting): Finding[] {
  return [
    oldestPending < LATE_SECONDS
      ? fine('Evaluation', `${pending} batches wait`)
      : wrong(
          'Evaluation',
          `${pending} batches wait, the oldest for ${Math.round(oldestPending)} s: does a rules engine run?`,
        ),
    oldestUnsealed < UNSEALED_SECONDS
      ? fine('Audit log', 'sealed as it grows; admin audit verify reads all of it')
      : wrong(
          'Audit log',
          `not sealed for ${Math.round(oldestUnsealed)} s, and so not safe from changes: does a rules engine run?`,
        ),
    unsent === 0
      ? fine('Messages', 'none waits longer than a minute')
      : wrong('Messages', `${unsent} are more than a minute late`),
    rejected < 1_000
      ? fine('Rejected messages', `${rejected} in a day`)
      : look('Rejected messages', `${rejected} in a day`),
    admins > 0
      ? fine('Administrators', String(admins))
      : look('Administrators', 'none: create-admin makes one'),
  ]
}
