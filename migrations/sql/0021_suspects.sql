ALTER TABLE "unjudged" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unjudged" ADD COLUMN "begun_by" uuid;