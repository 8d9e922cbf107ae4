-- What happens to one wearer within ten minutes is one incident: each alarm but the first names the first. Every row there is stands alone.
ALTER TABLE "alarms" ADD COLUMN "incident_id" integer;--> statement-breakpoint
-- Every row there is has none, so that nobody has to wait until they were looked through.
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_incident_id_alarms_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "alarms_incident" ON "alarms" USING btree ("incident_id") WHERE incident_id is not null;--> statement-breakpoint
-- Of two alarms of one wearer at once the second finds the first: they take turns by the wearer's row until the end of the transaction, which no
-- engine may change, so with the rights of its owner. Nobody's call for help waits for whoever edits that person longer than a blink: it is an
-- incident of its own then. What is open goes before what is over; what a person ended is over for good, and what comes after it begins anew;
-- so does what comes to what began more than a day ago.
create function join_incident() returns trigger language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  first integer;
begin
  perform from wearers where id = new.wearer_id for no key update skip locked;
  if not found then
    begin
      perform from wearers where id = new.wearer_id for no key update;
    exception when lock_not_available then
      null;
    end;
  end if;
  select coalesce(a.incident_id, a.id) into first from alarms a left join alarms f on f.id = a.incident_id
  where a.wearer_id = new.wearer_id and coalesce(f.opened_at, a.opened_at) > new.opened_at - interval '1 day'
    and a.opened_at > new.opened_at - interval '1 day' and a.opened_at <= new.opened_at + interval '10 minutes'
    and a.last_at >= new.opened_at - interval '10 minutes' and (a.kind = 'SOS' or a.category = 'PHYSIOLOGICAL') and not a.late and not a.rehearsal
  order by a.closed_at is null desc, a.opened_at desc, a.id desc limit 1;
  if exists (select from alarms where (id = first or incident_id = first) and closed_at is null)
    or not exists (select from alarms where (id = first or incident_id = first) and (closed_by_id is not null or cause is not null)) then
    new.incident_id := first;
  end if;
  return new;
end $$;--> statement-breakpoint
-- After alarms_wearer, by its name. What came late, and what is rehearsed, stands alone, as does what is nobody's.
create trigger alarms_wearer_incident before insert on alarms for each row
  when (new.wearer_id is not null and (new.kind = 'SOS' or new.category = 'PHYSIOLOGICAL') and not new.late and not new.rehearsal)
  execute function join_incident();--> statement-breakpoint
revoke execute on function join_incident() from public;
