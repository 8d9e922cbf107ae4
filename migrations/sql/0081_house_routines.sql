-- What somebody's day is like a branch or a company may say for its people. Each row of a person holds what counts for them, so that the clock asks
-- nobody else; what is not their own is written by the triggers below. Whoever has a row was asked by name until now, and stays as they were set.
ALTER TABLE "branches" ADD COLUMN "routine" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "routine" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "wearer_routines" ADD COLUMN "inactivity_from" text DEFAULT 'PERSON' NOT NULL;--> statement-breakpoint
ALTER TABLE "wearer_routines" ADD COLUMN "check_in_from" text DEFAULT 'PERSON' NOT NULL;--> statement-breakpoint
-- What the branch of these people, else their company, says; a null that it says is "off".
create function house_routines(ids integer[]) returns table (
  wearer_id integer, inactivity_from text, inactivity_minutes integer, day_from text, day_to text, check_in_from text, check_in_by text)
language sql stable as $$
  select w.id,
    case when b.routine ? 'inactivity' then 'BRANCH' when c.routine ? 'inactivity' then 'COMPANY' else 'NOBODY' end,
    (said.inactivity ->> 'inactivityMinutes')::integer, coalesce(said.inactivity ->> 'dayFrom', '07:00'), coalesce(said.inactivity ->> 'dayTo', '22:00'),
    case when b.routine ? 'checkInBy' then 'BRANCH' when c.routine ? 'checkInBy' then 'COMPANY' else 'NOBODY' end,
    case when b.routine ? 'checkInBy' then b.routine ->> 'checkInBy' else c.routine ->> 'checkInBy' end
  from wearers w left join branches b on b.id = w.branch_id left join companies c on c.id = w.company_id
  cross join lateral (select coalesce(b.routine -> 'inactivity', c.routine -> 'inactivity') as inactivity) said
  where w.id = any(ids) and w.deleted_at is null
$$;--> statement-breakpoint
-- Whoever changes at this moment what is said is waited for, and waits, so that nobody who comes meanwhile is left out. Everybody locks in one order:
-- a company, its branches, the rows of their people, each by their keys.
create function hold_houses(ids integer[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from companies where id in (select company_id from wearers where id = any(ids)) order by id for share;
  perform from branches where id in (select branch_id from wearers where id = any(ids)) order by id for share;
end $$;--> statement-breakpoint
revoke execute on function hold_houses(integer[]) from public;--> statement-breakpoint
-- Writes it to them, whose houses are held. Nothing is due within half an hour of having been said, so that not all are looked at at once.
create function write_house_routines(ids integer[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wearer_routines where wearer_id = any(ids) and (inactivity_from <> 'PERSON' or check_in_from <> 'PERSON') order by wearer_id for no key update;
  insert into wearer_routines (wearer_id, inactivity_from, check_in_from)
    select house.wearer_id, 'NOBODY', 'NOBODY' from house_routines(ids) house
    join wearers w on w.id = house.wearer_id and w.status in ('ACTIVE', 'AWAY')
    where house.inactivity_from <> 'NOBODY' or house.check_in_from <> 'NOBODY'
    on conflict do nothing;
  update wearer_routines r set inactivity_minutes = house.inactivity_minutes, day_from = house.day_from, day_to = house.day_to, inactivity_since = now(),
    inactivity_look_at = least(case when r.inactivity_minutes is not null then r.inactivity_look_at end, now() + interval '30 minutes' * (r.wearer_id % 1000) / 1000)
    from house_routines(ids) house where house.wearer_id = r.wearer_id and r.inactivity_from <> 'PERSON'
    and (r.inactivity_minutes, r.day_from, r.day_to) is distinct from (house.inactivity_minutes, house.day_from, house.day_to);
  update wearer_routines r set check_in_by = house.check_in_by, check_in_since = now(),
    check_in_look_at = least(case when r.check_in_by is not null then r.check_in_look_at end, now() + interval '30 minutes' * (r.wearer_id % 1000) / 1000)
    from house_routines(ids) house where house.wearer_id = r.wearer_id and r.check_in_from <> 'PERSON' and r.check_in_by is distinct from house.check_in_by;
  update wearer_routines r set inactivity_from = case when r.inactivity_from = 'PERSON' then r.inactivity_from else house.inactivity_from end,
    check_in_from = case when r.check_in_from = 'PERSON' then r.check_in_from else house.check_in_from end
    from house_routines(ids) house where house.wearer_id = r.wearer_id
    and ((r.inactivity_from <> 'PERSON' and r.inactivity_from <> house.inactivity_from) or (r.check_in_from <> 'PERSON' and r.check_in_from <> house.check_in_from));
end $$;--> statement-breakpoint
revoke execute on function write_house_routines(integer[]) from public;--> statement-breakpoint
create function inherit_routines(ids integer[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform hold_houses(ids);
  perform write_house_routines(ids);
end $$;--> statement-breakpoint
revoke execute on function inherit_routines(integer[]) from public;--> statement-breakpoint
-- Most houses say nothing, and thousands of people come in one statement: of whom there is nothing to write is seen by three keys.
create function inherit_routine_of_one() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from companies where id = new.company_id for share;
  perform from branches where id = new.branch_id for share;
  if exists (select from branches where id = new.branch_id and routine <> '{}') or exists (select from companies where id = new.company_id and routine <> '{}')
    or exists (select from wearer_routines where wearer_id = new.id) then
    perform inherit_routines(array[new.id]);
  end if;
  return null;
end $$;--> statement-breakpoint
revoke execute on function inherit_routine_of_one() from public;--> statement-breakpoint
create trigger wearers_inherit after insert on wearers for each row when (new.company_id is not null) execute function inherit_routine_of_one();--> statement-breakpoint
create trigger wearers_inherit_again after update of company_id, branch_id, status, deleted_at on wearers for each row
  when (new.deleted_at is null and (old.company_id, old.branch_id, old.status, old.deleted_at) is distinct from (new.company_id, new.branch_id, new.status, new.deleted_at))
  execute function inherit_routine_of_one();--> statement-breakpoint
-- The row that says it is held by its own change. A branch asks not for its company, which comes before it: whoever changes that meanwhile waits for
-- the branch, and writes then what both say.
create function inherit_routine_of_all() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'companies' then
    perform from branches where company_id = new.id order by id for share;
  end if;
  perform write_house_routines(array(
    select id from wearers where deleted_at is null and case tg_table_name when 'branches' then branch_id = new.id else company_id = new.id end));
  return null;
end $$;--> statement-breakpoint
revoke execute on function inherit_routine_of_all() from public;--> statement-breakpoint
create trigger branches_inherit after update of routine on branches for each row
  when (old.routine is distinct from new.routine) execute function inherit_routine_of_all();--> statement-breakpoint
create trigger companies_inherit after update of routine on companies for each row
  when (old.routine is distinct from new.routine) execute function inherit_routine_of_all();
