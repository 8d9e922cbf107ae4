CREATE TABLE "alarm_receipts" (
	"alarm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"run" smallint NOT NULL,
	"channel" text NOT NULL,
	"shown_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"bedside_at" timestamp (3) with time zone,
	CONSTRAINT "alarm_receipts_alarm_id_user_id_run_channel_pk" PRIMARY KEY("alarm_id","user_id","run","channel")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "signed_in" boolean;--> statement-breakpoint
ALTER TABLE "alarm_receipts" ADD CONSTRAINT "alarm_receipts_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_receipts" ADD CONSTRAINT "alarm_receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;