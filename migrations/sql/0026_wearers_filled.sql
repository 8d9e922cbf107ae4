-- Each watch with an owner gets a wearer: named by the request that was approved, else as the watch is named and to be checked; worn since
-- it is known; the owner and the relatives with an account related to them as they are to the watch.
create function date_of(written text) returns date language plpgsql immutable as $$
begin
  return written::date;
exception
  when others then return null;
end $$;--> statement-breakpoint
do $$
declare
  watch record;
  person jsonb;
  made integer;
  first timestamptz;
  cleared timestamptz;
begin
  for watch in select * from devices where deleted_at is null order by id loop
    -- Whoever wore it before it was last reset is not who wears it now: what they were stays, and is for staff alone.
    select max(at) into cleared from audit_log
      where entity = 'device' and entity_uuid = watch.uuid::text and action = 'reset';
    if watch.owner_id is null and cleared is null then continue; end if;
    first := least(watch.created_at, (select min(time) from positions where device_id = watch.id),
      (select min(opened_at) from alarms where device_id = watch.id));
    if cleared is not null and cleared > first then
      insert into wearers (first_name, company_id, branch_id, status, to_check)
        values (right(watch.imei, 6), watch.company_id, watch.branch_id, 'LEFT', true) returning id into made;
      insert into assignments (wearer_id, device_id, started_at, ended_at, "end") values (made, watch.id, first, cleared, 'RESET');
      first := cleared;
    end if;
    if watch.owner_id is null then continue; end if;
    select r.owner into person from onboarding_requests r
      where r.device_id = watch.id and r.status = 'APPROVED' and nullif(r.owner->>'firstName', '') is not null
        and exists (select from users u where u.id = watch.owner_id and lower(u.email) = lower(r.owner->>'email'))
      order by r.decided_at desc nulls last limit 1;
    insert into wearers (first_name, last_name, image_url, dob, company_id, branch_id, to_check)
      values (coalesce(person->>'firstName', watch.name), coalesce(person->>'lastName', ''), watch.image_url,
        date_of(person->>'dob'), watch.company_id, watch.branch_id, person is null)
      returning id into made;
    insert into assignments (wearer_id, device_id, started_at) values (made, watch.id, first);
    -- Who became responsible for it after another sees what came since then.
    insert into wearer_relations (wearer_id, user_id, kind, since)
      values (made, watch.owner_id, 'OWNER', (select max(at) from audit_log
        where entity = 'device' and entity_uuid = watch.uuid::text and action in ('ownerChanged', 'ownerDeleted')));
    insert into wearer_relations (wearer_id, user_id, kind, may_see_location)
      select made, user_id, 'RELATIVE', may_see_location from relatives
      where device_id = watch.id and user_id is not null and user_id <> watch.owner_id;
  end loop;
end $$;--> statement-breakpoint
drop function date_of;--> statement-breakpoint
-- What is open last: its rows are held for the least time, and a repeated alarm waits for nobody.
update alarms set wearer_id = alarm_wearer(device_id, opened_at) where device_id is not null and closed_at is not null;--> statement-breakpoint
update notifications n set wearer_id = a.wearer_id from alarms a
  where a.id = n.alarm_id and a.device_id is not null and a.closed_at is not null;--> statement-breakpoint
update tasks t set wearer_id = a.wearer_id from alarms a
  where a.id = t.alarm_id and a.device_id is not null and a.closed_at is not null;--> statement-breakpoint
update tasks set wearer_id = wearer_at(device_id, created_at) where device_id is not null and alarm_id is null;--> statement-breakpoint
-- What is still open goes on: it is repeated and cleared by what whoever wears the watch now does.
update alarms set wearer_id = wearer_at(device_id, now()) where device_id is not null and closed_at is null;--> statement-breakpoint
update notifications n set wearer_id = a.wearer_id from alarms a
  where a.id = n.alarm_id and a.device_id is not null and a.closed_at is null;--> statement-breakpoint
update tasks t set wearer_id = a.wearer_id from alarms a
  where a.id = t.alarm_id and a.device_id is not null and a.closed_at is null;
