CREATE TABLE "signed_requests" (
	"api_key_id" integer NOT NULL,
	"name_hash" text NOT NULL,
	"forget_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signed_requests_api_key_id_name_hash_pk" PRIMARY KEY("api_key_id","name_hash")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "jwks" jsonb;--> statement-breakpoint
ALTER TABLE "signed_requests" ADD CONSTRAINT "signed_requests_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signed_requests_forget" ON "signed_requests" USING btree ("forget_at");