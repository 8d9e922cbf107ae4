-- A person who works with several companies has an account in each, and one row by which they sign in: nobody's account, and of no company.
ALTER TABLE "users" ADD COLUMN "identity_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signed_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_identity_id_users_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_identity" ON "users" USING btree ("identity_id") WHERE identity_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity_company" ON "users" USING btree ("identity_id",coalesce("company_id", 0)) WHERE identity_id is not null and identity_id <> id and deleted_at is null;
