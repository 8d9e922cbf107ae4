CREATE TABLE "watch_settings_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watch_settings_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"user_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change" jsonb NOT NULL,
	CONSTRAINT "watch_settings_history_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "failed_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	"forget_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" integer NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "onboarding_requests" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "kind" text DEFAULT 'DOCUMENT' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "of_user_id" integer;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "device_uuid" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "file_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_enabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_last_step" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "watch_settings_history" ADD CONSTRAINT "watch_settings_history_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_settings_history" ADD CONSTRAINT "watch_settings_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_settings_history_device" ON "watch_settings_history" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "failed_tries_forget" ON "failed_tries" USING btree ("forget_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_of_user_id_users_id_fk" FOREIGN KEY ("of_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_of_user" ON "uploads" USING btree ("of_user_id");
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "token_version";
--> statement-breakpoint
-- Whoever remembers a person's sessions hears of an ended one.
CREATE FUNCTION notify_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('user_changed', users.uuid::text) FROM users WHERE users.id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (NEW.ended_at IS DISTINCT FROM OLD.ended_at) EXECUTE FUNCTION notify_session_ended();
--> statement-breakpoint
-- One vocabulary: what the trace is about stands in its own column.
UPDATE audit_log SET action = CASE action
  WHEN 'device.registered' THEN 'created'
  WHEN 'device.credentialsRotated' THEN 'credentialsRotated'
  WHEN 'readings.viewed' THEN 'viewed'
  ELSE action END;
--> statement-breakpoint
-- Written once: a trace can be added, never changed or taken away.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
