CREATE TABLE "reading_weeks" (
	"device_id" integer NOT NULL,
	"metric" smallint NOT NULL,
	"week" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_weeks_device_id_metric_week_pk" PRIMARY KEY("device_id","metric","week")
);
--> statement-breakpoint
CREATE TABLE "reading_weeks_known" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"begins_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Brokers of the version before may write readings without their weeks for a day yet: then the engine goes through what is there.
INSERT INTO "reading_weeks_known" ("since", "begins_at") VALUES ('infinity', now() + interval '1 day');