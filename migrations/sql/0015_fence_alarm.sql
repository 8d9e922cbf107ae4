ALTER TABLE "alarms" ADD COLUMN "fence_id" integer;--> statement-breakpoint
ALTER TABLE "unjudged" ADD COLUMN "positions" jsonb;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_fence_id_fences_id_fk" FOREIGN KEY ("fence_id") REFERENCES "public"."fences"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Whoever keeps a device's profile hears when a fence of it is drawn, moved or taken away.
CREATE TRIGGER fences_changed AFTER INSERT OR UPDATE ON fences FOR EACH ROW EXECUTE FUNCTION notify_changed('device_changed', 'device_id');
