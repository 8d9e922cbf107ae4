CREATE TABLE "outgoing_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outgoing_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"position" bigint,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"topic" text NOT NULL,
	"change" text NOT NULL,
	"company_id" integer NOT NULL,
	"branch_id" integer,
	"subject_id" integer NOT NULL,
	"subject_uuid" uuid NOT NULL,
	"step_id" bigint,
	"ordered_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"webhook_id" integer NOT NULL,
	"event_id" bigint,
	"ordered_by" text NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tried_since" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" smallint,
	"duration_ms" integer NOT NULL,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"company_id" integer NOT NULL,
	"api_key_id" integer NOT NULL,
	"url" text NOT NULL,
	"topics" text[] NOT NULL,
	"secret_locked" "bytea" NOT NULL,
	"former_locked" "bytea",
	"former_until" timestamp (3) with time zone,
	"pause" text,
	"paused_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_by_id" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_outgoing_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."outgoing_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_events_new" ON "outgoing_events" USING btree ("id") WHERE position is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_events_position" ON "outgoing_events" USING btree ("company_id","position") WHERE position is not null;--> statement-breakpoint
CREATE INDEX "outgoing_events_at" ON "outgoing_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","next_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("webhook_id","ordered_by","id") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_listed" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_delivery" ON "webhook_tries" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "webhooks_company" ON "webhooks" USING btree ("company_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE SEQUENCE outgoing_positions AS bigint;--> statement-breakpoint
-- What is told outside is written in the transaction of the change, whoever makes it: with the rights of the owner, for no service adds rows itself.
create function tell_alarm_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into outgoing_events (topic, change, company_id, branch_id, subject_id, subject_uuid, step_id, ordered_by)
  select 'alarms', new.step, a.company_id, a.branch_id, a.id, a.uuid, new.id, 'incident ' || coalesce(a.incident_id, a.id)
  from alarms a where a.id = new.alarm_id and a.company_id is not null;
  return null;
end $$;--> statement-breakpoint
create trigger alarm_history_told after insert on alarm_history for each row execute function tell_alarm_step();--> statement-breakpoint
create function tell_task() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  task tasks := case when tg_op = 'DELETE' then old else new end;
begin
  if task.company_id is null then return null; end if;
  insert into outgoing_events (topic, change, company_id, branch_id, subject_id, subject_uuid, ordered_by)
  values ('tasks', case tg_op when 'INSERT' then 'CREATED' when 'DELETE' then 'DELETED' else 'CHANGED' end, task.company_id, task.branch_id,
    task.id, task.uuid, coalesce((select 'incident ' || coalesce(a.incident_id, a.id) from alarms a where a.id = task.alarm_id), 'task ' || task.id));
  return null;
end $$;--> statement-breakpoint
create trigger tasks_told after insert or delete on tasks for each row execute function tell_task();--> statement-breakpoint
create trigger tasks_change_told after update on tasks for each row
  when ((old.title, old.status, old.severity, old.assigned_to_id, old.outcome, old.reason, old.deferred_until, old.due_at, old.device_id, old.wearer_id, old.branch_id)
    is distinct from (new.title, new.status, new.severity, new.assigned_to_id, new.outcome, new.reason, new.deferred_until, new.due_at, new.device_id, new.wearer_id, new.branch_id))
  execute function tell_task();--> statement-breakpoint
-- What is planned begins when its beginning is done, and ends when its end is (0032_planned.sql).
create function tell_assignment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  worn assignments := case when tg_op = 'DELETE' then old else new end;
begin
  insert into outgoing_events (topic, change, company_id, branch_id, subject_id, subject_uuid, ordered_by)
  select 'assignments',
    case
      when tg_op = 'DELETE' then 'CANCELLED'
      when tg_op = 'INSERT' then case when new.due_at = new.started_at then 'PLANNED' else 'BEGAN' end
      when old.cleared_at is null and new.cleared_at is not null then 'ENDED'
      when old.ended_at is null and new.ended_at is not null and new.due_at is null then 'ENDED'
      when old.due_at = old.started_at and new.due_at is distinct from new.started_at then 'BEGAN'
      else 'CHANGED'
    end,
    coalesce(w.company_id, d.company_id), coalesce(w.branch_id, d.branch_id), worn.id, worn.uuid, 'device ' || worn.device_id
  from devices d left join wearers w on w.id = worn.wearer_id
  where d.id = worn.device_id and coalesce(w.company_id, d.company_id) is not null;
  return null;
end $$;--> statement-breakpoint
create trigger assignments_told after insert or delete on assignments for each row execute function tell_assignment();--> statement-breakpoint
create trigger assignments_change_told after update on assignments for each row
  when ((old.wearer_id, old.device_id, old.started_at, old.ended_at, old.due_at, old.cleared_at)
    is distinct from (new.wearer_id, new.device_id, new.started_at, new.ended_at, new.due_at, new.cleared_at))
  execute function tell_assignment();--> statement-breakpoint
revoke execute on function tell_alarm_step(), tell_task(), tell_assignment() from public;
