-- A tag of somebody of the staff: where it is says that they came to a bedside, and nothing else to anybody.
ALTER TABLE "alarm_receipts" ADD COLUMN "bedside_room_id" integer;--> statement-breakpoint
ALTER TABLE "beacons" ADD COLUMN "staff_id" integer;--> statement-breakpoint
ALTER TABLE "beacons" ADD COLUMN "staff_since" timestamp (3) with time zone;--> statement-breakpoint
-- Every row there is has none, so that nobody has to wait until they were looked through.
ALTER TABLE "alarm_receipts" ADD CONSTRAINT "alarm_receipts_bedside_room_id_rooms_id_fk" FOREIGN KEY ("bedside_room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "beacons" ADD CONSTRAINT "beacons_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- One holder: whoever gives it to a person under care, also by the version before, takes it from the staff.
create function note_staff_tag() returns trigger language plpgsql as $$
begin
  if new.device_id is not null then
    new.staff_id := null;
  end if;
  if tg_op = 'INSERT' or new.staff_id is distinct from old.staff_id then
    new.staff_since := case when new.staff_id is not null then now() end;
  end if;
  if tg_op = 'UPDATE' and old.staff_id is not null and new.staff_id is distinct from old.staff_id then
    new.last_seen_at := null;
    new.rssi := null;
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger beacons_staff_tag before insert or update of device_id, staff_id on beacons
  for each row execute function note_staff_tag();--> statement-breakpoint
-- Where it was with its holder of before ends with them: what comes is of the other, and of neither what the other did.
create function part_staff_presences() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.staff_id is not null then
    delete from presences where beacon_id = new.id and since >= old.staff_since and until is not null;
    delete from sightings where beacon_id = new.id and time >= old.staff_since;
    update presences set since = now() where beacon_id = new.id and until is null;
  else
    with ended as (
      update presences set until = greatest(now(), since) where beacon_id = new.id and until is null
      returning room_id, confidence)
    insert into presences (beacon_id, room_id, since, confidence) select new.id, room_id, now(), confidence from ended;
  end if;
  return null;
end $$;--> statement-breakpoint
revoke execute on function part_staff_presences() from public;--> statement-breakpoint
create trigger beacons_staff_presences after update on beacons
  for each row when (old.staff_id is distinct from new.staff_id) execute function part_staff_presences();
