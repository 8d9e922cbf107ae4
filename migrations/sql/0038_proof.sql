CREATE TABLE "device_claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"imei" text NOT NULL,
	"device_model" text NOT NULL,
	"imsi" text,
	"name" text NOT NULL,
	"mobile_number" text,
	"company_id" integer,
	"branch_id" integer,
	"asked_by_id" integer,
	"device_id" integer,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"decided_by_id" integer,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_claims_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "device_networks" (
	"device_id" integer NOT NULL,
	"network" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"known_at" timestamp (3) with time zone,
	"known_by_id" integer,
	CONSTRAINT "device_networks_device_id_network_pk" PRIMARY KEY("device_id","network")
);
--> statement-breakpoint
CREATE TABLE "device_proofs" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"how" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
CREATE TABLE "identity_conflicts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_conflicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"evaluated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pairing_codes" (
	"device_id" integer NOT NULL,
	"network" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pairing_codes_device_id_network_pk" PRIMARY KEY("device_id","network")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "short_identity" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "source_pinning" text DEFAULT 'WARN' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_networks" ADD CONSTRAINT "device_networks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_networks" ADD CONSTRAINT "device_networks_known_by_id_users_id_fk" FOREIGN KEY ("known_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_proofs" ADD CONSTRAINT "device_proofs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_proofs" ADD CONSTRAINT "device_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_conflicts" ADD CONSTRAINT "identity_conflicts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_claims_open" ON "device_claims" USING btree ("imei",coalesce(company_id, 0)) WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "device_claims_created" ON "device_claims" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identity_conflicts_device" ON "identity_conflicts" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "identity_conflicts_pending" ON "identity_conflicts" USING btree ("id") WHERE evaluated_at is null;--> statement-breakpoint
CREATE INDEX "device_networks_unknown" ON "device_networks" USING btree ("last_seen_at") WHERE known_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_short_identity" ON "devices" USING btree ("short_identity") WHERE deleted_at is null;--> statement-breakpoint
-- What a device calls itself over a plain socket where that is less than its IMEI: its format and ten digits. Two of one format that share
-- them cannot be told apart, whichever company has them; a watch of another format is not concerned.
create function short_identity_of(imei text, model text) returns text language sql stable as $$
  select 'watch-3g/' || substr(imei, 5, 10) where coalesce((select format from device_models where name = model), model) = 'watch-3g'
$$;--> statement-breakpoint
create function write_short_identity() returns trigger language plpgsql as $$
begin
  new.short_identity := short_identity_of(new.imei, new.device_model);
  return new;
end $$;--> statement-breakpoint
create trigger devices_short_identity_new before insert on devices for each row execute function write_short_identity();--> statement-breakpoint
create trigger devices_short_identity before update of imei, device_model on devices
  for each row when (old.imei is distinct from new.imei or old.device_model is distinct from new.device_model) execute function write_short_identity();--> statement-breakpoint
-- A company's staff claim for their own company.
do $$
begin
  if exists (select from pg_roles where rolname = 'carewatch_company') then
    alter table device_claims enable row level security;
    create policy company_rows on device_claims to carewatch_company using (company_id = (select current_setting('carewatch.company')::integer));
  end if;
end $$;--> statement-breakpoint
-- A broker hears that a watch was proven, and by which networks it is known: what waits for it is sent.
create trigger device_networks_known after update of known_at on device_networks
  for each row when (old.known_at is distinct from new.known_at) execute function notify_changed('device_changed', 'device_id');--> statement-breakpoint
create trigger device_proofs_changed after insert or update on device_proofs for each row execute function notify_changed('device_changed', 'device_id');
