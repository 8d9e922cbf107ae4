-- What came late and was over when it came is an alarm of its own for each time it happened: it does not count in one of now, nor one of now in it.
DROP INDEX "alarms_open_device";--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_device" ON "alarms" USING btree ("device_id","kind","direction",coalesce(wearer_id, 0)) WHERE closed_at is null and device_id is not null and not rehearsal and (active or not late);
