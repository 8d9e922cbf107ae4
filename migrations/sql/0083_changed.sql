-- What is no longer as usual for somebody says what had been, and is an alarm for each metric by itself. Every row there is has neither.
ALTER TABLE "alarms" ADD COLUMN "usual" real;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "by_night" boolean;--> statement-breakpoint
-- The new one before the former one goes: alarms are read meanwhile, and at no moment may there be two of one.
CREATE UNIQUE INDEX "alarms_open_of_device" ON "alarms" USING btree ("device_id","kind","direction",coalesce(wearer_id, 0),(case when kind = 'CHANGED' then coalesce(metric, '') else '' end)) WHERE closed_at is null and device_id is not null and not rehearsal and (active or not late);--> statement-breakpoint
DROP INDEX "alarms_open_device";
