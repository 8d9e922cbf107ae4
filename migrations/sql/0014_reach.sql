CREATE TABLE "channel_states" (
	"channel" text PRIMARY KEY NOT NULL,
	"name" text,
	"failing_since" timestamp (3) with time zone,
	"reason" text,
	"last_sent_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telegram_links" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "telegram_links_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "watch_findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watch_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"trouble" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone,
	"over_at" timestamp (3) with time zone,
	CONSTRAINT "watch_findings_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_once";--> statement-breakpoint
DROP INDEX "alarms_open_device";--> statement-breakpoint
DROP INDEX "alarms_open_gateway";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "alarm_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "step" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "alarm_history" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "rehearsal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "parts" smallint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "test" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "shows" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "gathered_in_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "sms_parts_a_day" integer DEFAULT 500 NOT NULL;--> statement-breakpoint
ALTER TABLE "telegram_links" ADD CONSTRAINT "telegram_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "watch_findings_open" ON "watch_findings" USING btree ("trouble","subject") WHERE over_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_rehearsal" ON "alarms" USING btree ("device_id") WHERE closed_at is null and rehearsal;--> statement-breakpoint
CREATE INDEX "deliveries_person" ON "deliveries" USING btree ("user_id","channel","sent_at");--> statement-breakpoint
CREATE INDEX "deliveries_shown" ON "deliveries" USING btree ("alarm_id") WHERE shows is not null and shows <> 'OVER';--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_device" ON "alarms" USING btree ("device_id","kind","direction") WHERE closed_at is null and device_id is not null and not rehearsal;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_gateway" ON "alarms" USING btree ("gateway_id","kind","direction") WHERE closed_at is null and gateway_id is not null and device_id is null and not rehearsal;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_once" UNIQUE NULLS NOT DISTINCT("alarm_id","run","round","step","channel","user_id","relative_id","test");