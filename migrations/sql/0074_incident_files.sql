-- The file of an incident as it was issued: what is printed is checked by it later. A new table, and nothing that anybody has waits for it.
CREATE TABLE "incident_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"number" text NOT NULL,
	"alarm_id" integer NOT NULL,
	"wearer_ids" integer[] DEFAULT '{}' NOT NULL,
	"user_ids" integer[] DEFAULT '{}' NOT NULL,
	"company_id" integer,
	"branch_id" integer,
	"hash" "bytea" NOT NULL,
	"content" text,
	"redacted_at" timestamp (3) with time zone,
	"was_open" boolean NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_by_id" integer NOT NULL,
	CONSTRAINT "incident_files_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "incident_files_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "incident_files" ADD CONSTRAINT "incident_files_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_files" ADD CONSTRAINT "incident_files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_files" ADD CONSTRAINT "incident_files_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_files" ADD CONSTRAINT "incident_files_issued_by_id_users_id_fk" FOREIGN KEY ("issued_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_files_alarm" ON "incident_files" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "incident_files_wearers" ON "incident_files" USING gin ("wearer_ids");