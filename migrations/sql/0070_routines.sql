-- What somebody's day is like, and what is told where it is not so; and since when the clock struck without a gap.
CREATE TABLE "clock_rounds" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"steady_since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wearer_routines" (
	"wearer_id" integer PRIMARY KEY NOT NULL,
	"inactivity_minutes" integer,
	"inactivity_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"day_from" text DEFAULT '07:00' NOT NULL,
	"day_to" text DEFAULT '22:00' NOT NULL,
	"inactivity_look_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"check_in_by" text,
	"check_in_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"check_in_look_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wearers" ADD COLUMN "here_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wearer_routines" ADD CONSTRAINT "wearer_routines_wearer_id_wearers_id_fk" FOREIGN KEY ("wearer_id") REFERENCES "public"."wearers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wearer_routines_inactivity" ON "wearer_routines" USING btree ("inactivity_look_at") WHERE inactivity_minutes is not null;--> statement-breakpoint
CREATE INDEX "wearer_routines_check_in" ON "wearer_routines" USING btree ("check_in_look_at") WHERE check_in_by is not null;