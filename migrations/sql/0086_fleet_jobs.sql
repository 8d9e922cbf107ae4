CREATE TABLE "fleet_job_devices" (
	"job_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"done_at" timestamp (3) with time zone,
	"refusal" text,
	"before" jsonb,
	CONSTRAINT "fleet_job_devices_job_id_device_id_pk" PRIMARY KEY("job_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "fleet_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fleet_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" integer NOT NULL,
	"address" text NOT NULL,
	"action" jsonb NOT NULL,
	"undoes_id" integer,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "fleet_jobs_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "fleet_job_devices" ADD CONSTRAINT "fleet_job_devices_job_id_fleet_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."fleet_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fleet_job_devices" ADD CONSTRAINT "fleet_job_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fleet_jobs" ADD CONSTRAINT "fleet_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fleet_job_devices_open" ON "fleet_job_devices" USING btree ("job_id","device_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "fleet_jobs_user" ON "fleet_jobs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "fleet_jobs_open" ON "fleet_jobs" USING btree ("id") WHERE finished_at is null;