-- A second line behind the conditions of the interface: what it asks on behalf of one company's staff it asks as this role,
-- which sees that company's rows and no other's. Everybody else works as the owner of the tables, whom policies do not concern.
-- Where the owner may not make roles there is no second line; the interface says so at its start.
do $$
begin
  create role carewatch_company nologin;
exception
  -- Roles belong to the whole server: another database of it may have made it, this very moment.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'carewatch: no second line between companies: this user may not make roles';
end $$;
--> statement-breakpoint
do $$
declare
  rows_of text;
begin
  if not exists (select from pg_roles where rolname = 'carewatch_company') then return; end if;
  if not pg_has_role(current_user, 'carewatch_company', 'member') then
    execute format('grant carewatch_company to %I', current_user);
  end if;
  grant usage on schema public to carewatch_company;
  grant select, insert, update, delete on all tables in schema public to carewatch_company;
  grant usage, select on all sequences in schema public to carewatch_company;
  alter default privileges in schema public grant select, insert, update, delete on tables to carewatch_company;
  alter default privileges in schema public grant usage, select on sequences to carewatch_company;
  foreach rows_of in array array['branches', 'devices', 'gateways', 'alarms', 'tasks', 'notifications', 'escalation_chains']
  loop
    execute format('alter table %I enable row level security', rows_of);
    execute format('create policy company_rows on %I to carewatch_company using (company_id = (select current_setting(''carewatch.company'')::integer) or company_id is null)', rows_of);
  end loop;
end $$;
