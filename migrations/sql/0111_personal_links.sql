CREATE TABLE "personal_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "personal_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"public_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "personal_links_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "personal_links_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
ALTER TABLE "personal_links" ADD CONSTRAINT "personal_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "personal_links_open" ON "personal_links" USING btree ("user_id","kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "personal_links_user" ON "personal_links" USING btree ("user_id");