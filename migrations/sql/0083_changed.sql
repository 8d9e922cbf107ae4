-- What is no longer as usual for somebody says what had been, and is an alarm for each metric by itself. Every row there is has neither.
ALTER TABLE "alarms" ADD COLUMN "usual" real;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "by_night" boolean;