import type pg from 'pg'

const DROP_VIEWS = `
do $$
declare
  former regclass;
begin
  for former in select oid::regclass from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' loop
    execute format('drop view %s', former);
  end loop;
end $$`

/** Views by the former names of tables are there for the version before: a statement of this one that leans on them is not to pass. */
export const dropFormerNames = (client: pg.Client): Promise<unknown> => client.query(DROP_VIEWS)
