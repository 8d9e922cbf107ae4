ALTER TABLE "alarms" ADD COLUMN "beacon_id" integer;
--> statement-breakpoint
ALTER TABLE "gateways" ADD COLUMN "config_revision" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "gateways" ADD COLUMN "config_requested_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "gateways" ADD COLUMN "config_reported_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_beacon_id_beacons_id_fk" FOREIGN KEY ("beacon_id") REFERENCES "public"."beacons"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "alarms_room" ON "alarms" USING btree ("room_id","opened_at") WHERE room_id is not null;
--> statement-breakpoint
CREATE INDEX "alarms_gateway" ON "alarms" USING btree ("gateway_id","opened_at") WHERE gateway_id is not null;
--> statement-breakpoint
CREATE INDEX "alarms_beacon" ON "alarms" USING btree ("beacon_id","opened_at") WHERE beacon_id is not null;
--> statement-breakpoint
CREATE INDEX "sightings_told" ON "sightings" USING btree ("beacon_id","time") WHERE temperature is not null or humidity is not null or facts is not null;
