-- Where whom an alarm is about lay when it happened, as far as that is known: whoever runs is sent to where they lie now, the record holds both.
ALTER TABLE "alarms" ADD COLUMN "wearer_room_id" integer;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "wearer_bed" text;--> statement-breakpoint
-- Every row there is has none, so that nobody has to wait until they were looked through.
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_wearer_room_id_rooms_id_fk" FOREIGN KEY ("wearer_room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Since when they lie where they lie: of an alarm of before nobody knows where that was. Null: since they are known.
ALTER TABLE "wearers" ADD COLUMN "placed_at" timestamp (3) with time zone;--> statement-breakpoint
create function note_placed() returns trigger language plpgsql as $$
begin
  new.placed_at := now();
  return new;
end $$;--> statement-breakpoint
create trigger wearers_placed before update of room_id, bed on wearers
  for each row when (old.room_id is distinct from new.room_id or old.bed is distinct from new.bed) execute function note_placed();--> statement-breakpoint
-- As in 0032_planned.sql, and where they lay: only in the house that the alarm is of, as everybody who reads it may know.
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
  select room_id, bed into new.wearer_room_id, new.wearer_bed from wearers
    where id = new.wearer_id and company_id is not distinct from new.company_id
      and (placed_at is null or placed_at <= new.opened_at);
  return new;
end $$;--> statement-breakpoint
-- As in 0028_nickname.sql, but for the photo: of somebody in another house by now it is not for whoever has the row.
create or replace function wearer_summary(wearer integer, company integer, reader integer default null) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select json_build_object(
    'uuid', w.uuid,
    'name', coalesce(
      (select nickname from wearer_relations where wearer_id = w.id and user_id = reader and until is null),
      trim(concat(w.first_name, ' ', w.last_name))),
    'room', case when w.company_id is not distinct from company then r.name end,
    'bed', case when w.company_id is not distinct from company then w.bed end,
    'imageUrl', case when w.company_id is not distinct from company then w.image_url end,
    'status', case when w.company_id is not distinct from company then w.status else 'LEFT' end)
  from wearers w left join rooms r on r.id = w.room_id and r.deleted_at is null
  where w.id = wearer and w.erased_at is null
$$;--> statement-breakpoint
-- The same, of a row that is about an alarm: with where they lay when it happened, where that was written down.
create function wearer_summary(wearer integer, company integer, reader integer, alarm integer) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select case when known.id is null then today.summary else
    (today.summary::jsonb || jsonb_build_object('bedsideThen', jsonb_build_object('room', known.room, 'bed', known.bed)))::json end
  from (select wearer_summary(wearer, company, reader) as summary) today
  left join (select a.id, r.name as room, a.wearer_bed as bed from alarms a left join rooms r on r.id = a.wearer_room_id
    where a.id = alarm and (a.wearer_room_id is not null or a.wearer_bed is not null)) known on true
$$;--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'carewatch_company') then
    grant execute on function wearer_summary(integer, integer, integer, integer) to carewatch_company;
  end if;
end $$;--> statement-breakpoint
revoke execute on function wearer_summary(integer, integer, integer, integer) from public;
