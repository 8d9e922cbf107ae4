ALTER TABLE "beacons" ADD COLUMN "identity_key" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "beacons_identity_key" ON "beacons" USING btree ("identity_key") WHERE deleted_at is null and identity_key is not null;--> statement-breakpoint
ALTER TABLE "beacons" ADD CONSTRAINT "beacons_identity_key_length" CHECK (octet_length("beacons"."identity_key") = 16);--> statement-breakpoint
-- What a button does and who carries a tag are told at once too; before, they were noticed within a minute.
DROP TRIGGER beacons_changed ON beacons;--> statement-breakpoint
-- Not for what is written each second of each beacon: when it was heard, how strongly, its battery.
CREATE TRIGGER beacons_changed AFTER INSERT OR UPDATE OF name, mac, ibeacon, bind_key, identity_key, device_type, branch_id, room_id, device_id, staff_id, allowed_times,
  max_minutes, temperature_low, temperature_high, humidity_low, humidity_high, buttons, is_active, deleted_at ON beacons FOR EACH ROW EXECUTE FUNCTION notify_changed('beacon_changed', 'id');
