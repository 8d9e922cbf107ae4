-- An assignment may be planned: it begins, or ends, in time to come. Whose a fact is follows from its times alone, so that both come true by
-- themselves. `due_at` is when somebody has to do what a beginning or an end brings about (clear the watch, close what is open): its planned
-- beginning, then its planned end, then null. `cleared_at` is when the device was cleared of who wore it, which may be after the end.
ALTER TABLE "assignments" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
-- Since when a device is in the house it is in; null: since it is known.
ALTER TABLE "devices" ADD COLUMN "company_since" timestamp (3) with time zone;--> statement-breakpoint
create function note_company_since() returns trigger language plpgsql as $$
begin
  new.company_since := now();
  return new;
end $$;--> statement-breakpoint
create trigger devices_company_since before update of company_id on devices
  for each row when (old.company_id is distinct from new.company_id) execute function note_company_since();--> statement-breakpoint
-- A plan that is given up leaves no row.
create function notify_gone() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], to_jsonb(old) ->> tg_argv[1]);
  return null;
end $$;--> statement-breakpoint
create trigger assignments_gone after delete on assignments for each row execute function notify_gone('device_changed', 'device_id');--> statement-breakpoint
-- The assignment in which a device is worn now. What was begun or ended is so whatever the clock says: a moment that is kept to the millisecond
-- may lie after the now() of whoever asks.
create function present_assignment(device integer) returns setof assignments language sql stable as $$
  select * from assignments
  where device_id = device and (started_at <= now() or due_at is distinct from started_at)
    and (ended_at is null or (due_at is not null and now() < ended_at))
  order by started_at desc limit 1
$$;--> statement-breakpoint
create function present_wearer(device integer) returns integer language sql stable as $$
  select wearer_id from present_assignment(device)
$$;--> statement-breakpoint
-- As in 0025_wearers.sql and 0027_present_since.sql, where nothing was planned.
create or replace function worn_since(device integer) returns timestamptz language sql stable as $$
  select coalesce(max(ended_at), '1970-01-01Z'::timestamptz) from assignments
  where device_id = device and started_at < ended_at and (ended_at <= now() or due_at is null)
    and wearer_id is distinct from present_wearer(device)
$$;--> statement-breakpoint
create or replace function alarm_wearer(device integer, at timestamptz) returns integer language sql stable as $$
  select case when worn_since(device) <= at then present_wearer(device) else wearer_at(device, at) end
$$;--> statement-breakpoint
create or replace function present_since(device integer) returns timestamptz language sql stable as $$
  select coalesce(
    (select started_at from present_assignment(device)),
    (select case when "end" = 'RESET' and ended_by_id is null then ended_at else '9999-12-31Z'::timestamptz end
      from assignments where device_id = device and (started_at <= now() or due_at is distinct from started_at)
      order by started_at desc, id desc limit 1),
    '1970-01-01Z'::timestamptz)
$$;--> statement-breakpoint
create or replace function evaluated_since(device integer) returns timestamptz language sql stable as $$
  select case when former.since = '1970-01-01Z'::timestamptz then former.since
    else greatest(former.since, (select started_at from present_assignment(device))) end
  from (select worn_since(device) as since) as former
$$;--> statement-breakpoint
-- Since when nothing on a device is of whoever wore it before who wears it now: it is cleared when somebody ends that, which may be later than
-- the moment from when on it is another's.
create function cleared_since(device integer) returns timestamptz language sql stable as $$
  select coalesce(max(greatest(ended_at, cleared_at)), '1970-01-01Z'::timestamptz) from assignments
  where device_id = device and started_at < ended_at and (ended_at <= now() or due_at is null)
    and wearer_id is distinct from present_wearer(device)
$$;--> statement-breakpoint
-- When what is planned of a device comes next, and has to be done; null: nothing is planned. Until it is done, who was responsible for who wore
-- the device until then still is for the device, and must see nothing of it.
create function planned_change(device integer) returns timestamptz language sql stable as $$
  select min(due_at) from assignments where device_id = device and due_at is not null
$$;--> statement-breakpoint
create or replace function write_alarm_wearer() returns trigger language plpgsql as $$
declare
  former record;
begin
  new.wearer_id := coalesce(new.wearer_id, alarm_wearer(new.device_id, new.opened_at));
  if new.wearer_id is distinct from present_wearer(new.device_id) then
    select company_id, branch_id into former from wearers where id = new.wearer_id and company_id is not null;
    if found then
      new.company_id := former.company_id;
      new.branch_id := former.branch_id;
    end if;
  end if;
  return new;
end $$;--> statement-breakpoint
create or replace function write_notification_wearer() returns trigger language plpgsql as $$
declare
  alarm record;
begin
  select wearer_id, company_id, branch_id into alarm from alarms where id = new.alarm_id;
  if found then
    new.wearer_id := alarm.wearer_id;
    new.company_id := alarm.company_id;
    new.branch_id := alarm.branch_id;
  else
    new.wearer_id := coalesce(new.wearer_id, present_wearer(new.device_id));
  end if;
  return new;
end $$;--> statement-breakpoint
create or replace function write_task_wearer() returns trigger language plpgsql as $$
declare
  alarm record;
begin
  select wearer_id, company_id, branch_id into alarm from alarms where id = new.alarm_id;
  if found then
    new.wearer_id := alarm.wearer_id;
    new.company_id := alarm.company_id;
    new.branch_id := alarm.branch_id;
    if new.wearer_id is distinct from present_wearer(new.device_id) then new.alert_type := null; end if;
  else
    new.wearer_id := coalesce(new.wearer_id, present_wearer(new.device_id));
  end if;
  return new;
end $$;
