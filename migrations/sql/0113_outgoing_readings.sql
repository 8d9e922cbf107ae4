CREATE TABLE "outgoing_readings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outgoing_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"position" bigint,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"readings" "bytea" NOT NULL,
	"stored" jsonb,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "readings_after" bigint;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "readings_until" bigint;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "readings_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "pause_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "readings_position" bigint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "readings_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outgoing_readings_new" ON "outgoing_readings" USING btree ("id") WHERE position is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_readings_position" ON "outgoing_readings" USING btree ("position") WHERE position is not null;--> statement-breakpoint
CREATE INDEX "outgoing_readings_at" ON "outgoing_readings" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_readings" ON "webhook_deliveries" USING btree ("created_at") WHERE readings_until is not null;--> statement-breakpoint
CREATE SEQUENCE outgoing_readings_positions AS bigint;--> statement-breakpoint
-- What the rules have looked at is kept as it was packed, one row for all that came together, and only while a webhook wants it.
create function keep_outgoing_readings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks where deleted_at is null and 'readings' = any(topics)) then return null; end if;
  insert into outgoing_readings (readings, stored, count)
  select readings, stored, (octet_length(readings) - 16) / 17 from evaluated where octet_length(readings) > 16;
  return null;
end $$;--> statement-breakpoint
create trigger pending_evaluations_kept after delete on pending_evaluations
  referencing old table as evaluated for each statement execute function keep_outgoing_readings();--> statement-breakpoint
revoke execute on function keep_outgoing_readings() from public;
