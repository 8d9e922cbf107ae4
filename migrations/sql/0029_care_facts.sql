CREATE TABLE "wearer_care" (
	"wearer_id" integer PRIMARY KEY NOT NULL,
	"conditions" text DEFAULT '' NOT NULL,
	"allergies" text DEFAULT '' NOT NULL,
	"medicines" text DEFAULT '' NOT NULL,
	"mobility" text DEFAULT '' NOT NULL,
	"hearing_and_sight" text DEFAULT '' NOT NULL,
	"fall_risk" text,
	"do_not_resuscitate" boolean,
	"how_to_get_in" text DEFAULT '' NOT NULL,
	"health_organisation" text DEFAULT '' NOT NULL,
	"id_number_locked" "bytea",
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "wearer_uuid" text;--> statement-breakpoint
ALTER TABLE "wearer_relations" ADD COLUMN "may_see_care" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wearer_care" ADD CONSTRAINT "wearer_care_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_wearer" ON "uploads" USING btree ("wearer_uuid") WHERE wearer_uuid is not null;--> statement-breakpoint
-- What is known of a person is seen by whoever's staff sees the person.
do $$
begin
  if not exists (select from pg_roles where rolname = 'carewatch_company') then return; end if;
  alter table wearer_care enable row level security;
  create policy company_rows on wearer_care to carewatch_company using (wearer_id in (select id from wearers));
end $$;
