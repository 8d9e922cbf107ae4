CREATE TABLE "setting_states" (
	"device_id" integer NOT NULL,
	"setting" text NOT NULL,
	"revision" integer NOT NULL,
	"digest" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"is_taken" boolean,
	"is_read_back" boolean DEFAULT false NOT NULL,
	CONSTRAINT "setting_states_device_id_setting_pk" PRIMARY KEY("device_id","setting")
);
--> statement-breakpoint
ALTER TABLE "setting_states" ADD CONSTRAINT "setting_states_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "setting_states_open" ON "setting_states" USING btree ("device_id") WHERE sent_at is not null and is_taken is not true;