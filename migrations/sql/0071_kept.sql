CREATE TABLE "kept_relatives" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_relatives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"wearer_id" integer NOT NULL,
	"user_id" integer,
	"phonebook_id" smallint,
	"name" text NOT NULL,
	"phone" text,
	"relation" text,
	"email" text,
	"sms_alerts" boolean DEFAULT false NOT NULL,
	"create_user_in_portal" boolean DEFAULT false NOT NULL,
	"may_see_location" boolean DEFAULT true NOT NULL,
	"sos_priority" text DEFAULT 'MEDIUM' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_relatives_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "wearer_kept" (
	"wearer_id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"home_lat" double precision,
	"home_lng" double precision,
	"fences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kept_relatives" ADD CONSTRAINT "kept_relatives_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_relatives" ADD CONSTRAINT "kept_relatives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wearer_kept" ADD CONSTRAINT "wearer_kept_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_relatives_wearer" ON "kept_relatives" USING btree ("wearer_id");--> statement-breakpoint
CREATE INDEX "kept_relatives_user" ON "kept_relatives" USING btree ("user_id") WHERE user_id is not null;