import { roleOf, STAFF } from '@carewatch/platform/database/service-roles'
import pg from 'pg'
import { closeFormer, makeEveryRole } from './grant-roles.ts'
import { verifierOf } from './let-in.ts'
import { FORMER } from './policies.ts'

/** Whose the database and everything in it are: as it the steps run, and `admin`, the demo and backups ask. No superuser, and no policy is passed by it. */
export const OWNER = 'carewatch_migration'

/** Whoever uses the tables meanwhile is waited for so long. */
const PATIENCE = '30s'

const IS_MOVED =
  'select pg_get_userbyid(datdba) = $1 as moved from pg_database where datname = current_database()'

/** What the server's own user made, but for what an extension or another object brought along. */
const MOVE = `
do $$ declare each record; begin
  execute format('alter database %I owner to ${OWNER}', current_database());
  for each in select nspname from pg_namespace where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
  loop execute format('alter schema %I owner to ${OWNER}', each.nspname); end loop;
  for each in select c.oid::regclass as name, case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
    from pg_class c where c.relowner = current_user::regrole and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relnamespace in (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'e', 'i') and refclassid <> 'pg_namespace'::regclass)
  loop execute format('alter %s %s owner to ${OWNER}', each.kind, each.name); end loop;
  for each in select p.oid::regprocedure as name from pg_proc p where p.proowner = current_user::regrole and p.pronamespace in (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop execute format('alter routine %s owner to ${OWNER}', each.name); end loop;
  for each in select t.oid::regtype as name from pg_type t where t.typowner = current_user::regrole and t.typtype in ('d', 'e') and t.typnamespace in (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
  loop execute format('alter type %s owner to ${OWNER}', each.name); end loop;
  -- Without its policy the owner finds no row, and neither would a step.
  for each in select polrelid::regclass as name from pg_policy where polname = 'owner_rows'
  loop execute format('alter policy owner_rows on %s to ${OWNER}', each.name); end loop;
end $$`

/** By what the steps and `admin` need beyond what they own: to let the interface act for staff, and to put a database in place of another. */
async function mayDoItsWork(superuser: pg.Client): Promise<void> {
  for (const role of [STAFF, FORMER, roleOf('api')])
    await superuser.query(`grant ${role} to ${OWNER} with admin true, inherit false, set true`)
  await superuser.query(`grant pg_signal_backend, pg_signal_autovacuum_worker to ${OWNER}`)
}

/**
 * On a server of our own, by its superuser: makes the roles, and gives the database to an owner who is none, with everything in it. All of it or nothing;
 * where it is so already nothing but the password is said again. Answers where the owner signs in.
 */
export async function giveToOwner(superuserUrl: string, password: string): Promise<string> {
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  try {
    await superuser.query('begin')
    await superuser.query(`set local lock_timeout = '${PATIENCE}'`)
    await makeEveryRole(superuser, [FORMER, OWNER])
    await superuser.query(
      `alter role ${OWNER} login createdb inherit nosuperuser nobypassrls password '${verifierOf(password)}'`,
    )
    const { rows } = await superuser.query<{ moved: boolean }>(IS_MOVED, [OWNER])
    if (rows[0]?.moved !== true) {
      await mayDoItsWork(superuser)
      // What the version before may do was given by who owned it until now.
      await closeFormer(superuser)
      await superuser.query(MOVE)
    }
    await superuser.query('commit')
  } finally {
    await superuser.end()
  }
  return ownersUrl(superuserUrl, password)
}

const ownersUrl = (url: string, password: string): string =>
  Object.assign(new URL(url), { username: OWNER, password }).href

/** Where the owner signs in; the superuser's own address where the database is not the owner's yet. */
export async function ownerIfGiven(superuserUrl: string, password: string): Promise<string> {
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  try {
    const { rows } = await superuser.query<{ moved: boolean }>(IS_MOVED, [OWNER])
    return rows[0]?.moved === true ? ownersUrl(superuserUrl, password) : superuserUrl
  } finally {
    await superuser.end()
  }
}
