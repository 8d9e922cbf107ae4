CREATE TABLE "reading_days" (
	"device_id" integer NOT NULL,
	"metric" smallint NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"quarters" "bytea" NOT NULL,
	"whole" "bytea" NOT NULL,
	CONSTRAINT "reading_days_device_id_metric_day_pk" PRIMARY KEY("device_id","metric","day")
);
--> statement-breakpoint
CREATE TABLE "reading_days_known" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"begins_at" timestamp (3) with time zone NOT NULL,
	"graphs" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_days_touched" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reading_days_touched_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"day" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "reading_days_touched_device" ON "reading_days_touched" USING btree ("device_id","day");--> statement-breakpoint
-- Brokers of the version before may write late readings without saying so for a day yet: then the engine begins.
INSERT INTO "reading_days_known" ("since", "until", "begins_at") VALUES ('infinity', 'infinity', now() + interval '1 day');
