ALTER TABLE "fences" ADD COLUMN "is_home" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "fences_home" ON "fences" USING btree ("device_id") WHERE is_home and deleted_at is null;
--> statement-breakpoint
-- Whoever has a home has the fence around it.
INSERT INTO fences (device_id, name, is_home, lat, lng, radius_m)
  SELECT id, 'Home', true, home_lat, home_lng, 150 FROM devices
  WHERE home_lat IS NOT NULL AND home_lng IS NOT NULL AND deleted_at IS NULL;
