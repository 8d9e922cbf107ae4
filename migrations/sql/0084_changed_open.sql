-- A step of its own, so that nobody waits for it who reads: what an alarm is told by may be added in a moment, and is locked for as long as its step.
-- The new one before the former one goes, for at no moment may there be two of one alarm.
CREATE UNIQUE INDEX "alarms_open_of_device" ON "alarms" USING btree ("device_id","kind","direction",coalesce(wearer_id, 0),(case when kind = 'CHANGED' then coalesce(metric, '') else '' end)) WHERE closed_at is null and device_id is not null and not rehearsal and (active or not late);--> statement-breakpoint
DROP INDEX "alarms_open_device";
