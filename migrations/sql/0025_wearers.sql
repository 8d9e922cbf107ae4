-- People under care, who wears which watch from when until when, and the accounts around them. Whose a fact is follows from its own time, so
-- that nothing is written more with every reading.
CREATE TABLE "assignments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"wearer_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"moved_at" timestamp (3) with time zone,
	"end" text,
	"started_by_id" integer,
	"ended_by_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignments_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "wearer_relations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wearer_relations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"wearer_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"may_see_location" boolean DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wearer_relations_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "wearers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wearers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"image_url" text,
	"dob" date,
	"sex" text,
	"language" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"away_reason" text,
	"away_until" timestamp (3) with time zone,
	"company_id" integer,
	"branch_id" integer,
	"room_id" integer,
	"bed" text,
	"user_id" integer,
	"to_check" boolean DEFAULT false NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "wearers_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
DROP INDEX "alarms_open_device";--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "wearer_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "wearer_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "wearer_id" integer;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearer_relations" ADD CONSTRAINT "wearer_relations_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearer_relations" ADD CONSTRAINT "wearer_relations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearers" ADD CONSTRAINT "wearers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearers" ADD CONSTRAINT "wearers_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearers" ADD CONSTRAINT "wearers_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearers" ADD CONSTRAINT "wearers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignments_device" ON "assignments" USING btree ("device_id","started_at");--> statement-breakpoint
CREATE INDEX "assignments_wearer" ON "assignments" USING btree ("wearer_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wearer_relations_once" ON "wearer_relations" USING btree ("wearer_id","user_id");--> statement-breakpoint
CREATE INDEX "wearer_relations_user" ON "wearer_relations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wearers_company" ON "wearers" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "wearers_branch" ON "wearers" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "wearers_room" ON "wearers" USING btree ("room_id") WHERE room_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wearers_user" ON "wearers" USING btree ("user_id") WHERE user_id is not null and deleted_at is null;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_wearer" ON "alarms" USING btree ("wearer_id","opened_at") WHERE wearer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_device" ON "alarms" USING btree ("device_id","kind","direction",coalesce(wearer_id, 0)) WHERE closed_at is null and device_id is not null and not rehearsal;--> statement-breakpoint
-- One wearer at a time, also when two administrators assign a watch at once; and no assignment ends before it begins.
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_one_wearer" EXCLUDE USING gist (int4range(device_id, device_id, '[]') WITH &&, tstzrange(started_at, ended_at) WITH &&);--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_in_order" CHECK (ended_at is null or ended_at >= started_at);--> statement-breakpoint
-- Who wore this device at a time.
create function wearer_at(device integer, at timestamptz) returns integer language sql stable as $$
  select wearer_id from assignments
  where device_id = device and started_at <= at and (ended_at is null or at < ended_at)
$$;--> statement-breakpoint
-- Until when somebody else wore it than who wears it now: what it reports of before is theirs, also when it comes late. Where nobody else
-- ever did: the beginning.
create function worn_since(device integer) returns timestamptz language sql stable as $$
  select coalesce(max(ended_at), '1970-01-01Z'::timestamptz) from assignments
  where device_id = device and ended_at <= now() and wearer_id is distinct from wearer_at(device, now())
$$;--> statement-breakpoint
-- Whom an alarm of that time is about: who wore the device then, and where nobody did since another wore it, who wears it now. A call for
-- help by a clock that is behind must not be nobody's.
create function alarm_wearer(device integer, at timestamptz) returns integer language sql stable as $$
  select case when worn_since(device) <= at then wearer_at(device, now()) else wearer_at(device, at) end
$$;--> statement-breakpoint
-- Alarms, tasks and notifications carry their wearer from the moment they are made, whoever makes them. One of a former wearer is of the
-- house they are in, wherever the device is now; one of no house is for those who have the device, so that somebody hears of it.
create function write_alarm_wearer() returns trigger language plpgsql as $$
declare
  former record;
begin
  new.wearer_id := coalesce(new.wearer_id, alarm_wearer(new.device_id, new.opened_at));
  if new.wearer_id is distinct from wearer_at(new.device_id, now()) then
    select company_id, branch_id into former from wearers where id = new.wearer_id and company_id is not null;
    if found then
      new.company_id := former.company_id;
      new.branch_id := former.branch_id;
    end if;
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger alarms_wearer before insert on alarms for each row when (new.device_id is not null) execute function write_alarm_wearer();--> statement-breakpoint
-- What is about an alarm is about its wearer and of its house.
create function write_notification_wearer() returns trigger language plpgsql as $$
declare
  alarm record;
begin
  select wearer_id, company_id, branch_id into alarm from alarms where id = new.alarm_id;
  if found then
    new.wearer_id := alarm.wearer_id;
    new.company_id := alarm.company_id;
    new.branch_id := alarm.branch_id;
  else
    new.wearer_id := coalesce(new.wearer_id, wearer_at(new.device_id, now()));
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger notifications_wearer before insert on notifications for each row when (new.device_id is not null) execute function write_notification_wearer();--> statement-breakpoint
-- The same, and: at most one task is open of a device and kind, so that one of a former wearer must not stand where that of who wears it now belongs.
create function write_task_wearer() returns trigger language plpgsql as $$
declare
  alarm record;
begin
  select wearer_id, company_id, branch_id into alarm from alarms where id = new.alarm_id;
  if found then
    new.wearer_id := alarm.wearer_id;
    new.company_id := alarm.company_id;
    new.branch_id := alarm.branch_id;
    if new.wearer_id is distinct from wearer_at(new.device_id, now()) then new.alert_type := null; end if;
  else
    new.wearer_id := coalesce(new.wearer_id, wearer_at(new.device_id, now()));
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger tasks_wearer before insert on tasks for each row when (new.device_id is not null) execute function write_task_wearer();--> statement-breakpoint
-- Whose a device's facts are concerns whoever keeps what is known of it.
create trigger assignments_changed after insert or update on assignments for each row execute function notify_changed('device_changed', 'device_id');--> statement-breakpoint
do $$
begin
  if not exists (select from pg_roles where rolname = 'carewatch_company') then return; end if;
  alter table wearers enable row level security;
  create policy company_rows on wearers to carewatch_company
    using (company_id = (select current_setting('carewatch.company')::integer) or company_id is null);
end $$;
