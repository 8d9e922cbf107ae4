CREATE TABLE "fhir_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fhir_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"of_patients" boolean NOT NULL,
	"types" text[] NOT NULL,
	"since" timestamp (3) with time zone,
	"request" text NOT NULL,
	"looked" smallint DEFAULT 0 NOT NULL,
	"found" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fhir_exports_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "fhir_exports" ADD CONSTRAINT "fhir_exports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fhir_exports" ADD CONSTRAINT "fhir_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fhir_exports_company" ON "fhir_exports" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "fhir_exports_created" ON "fhir_exports" USING btree ("created_at");