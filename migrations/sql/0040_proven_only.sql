-- Whoever is not known to be a device is heard, and ends none of its alarms: what they said is kept apart until it is evaluated, and when the
-- device itself was heard stands beside when anybody was. Both columns are added without a row being written.
ALTER TABLE "device_status" ADD COLUMN "proven_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pending_evaluations" ADD COLUMN "unproven" boolean DEFAULT false NOT NULL;