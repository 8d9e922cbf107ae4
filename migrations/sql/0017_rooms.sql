CREATE TABLE "beacon_facts" (
	"beacon_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"gateway_id" integer NOT NULL,
	"packet_id" smallint,
	CONSTRAINT "beacon_facts_beacon_id_kind_pk" PRIMARY KEY("beacon_id","kind")
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "presences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"beacon_id" integer NOT NULL,
	"room_id" integer,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"confidence" real NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_rule_states" (
	"beacon_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "room_rule_states_beacon_id_kind_pk" PRIMARY KEY("beacon_id","kind")
);
--> statement-breakpoint
CREATE TABLE "unknown_beacons" (
	"gateway_id" integer NOT NULL,
	"mac" text NOT NULL,
	"ibeacon" text,
	"name" text,
	"seems" text,
	"model" text,
	"rssi" smallint NOT NULL,
	"battery" smallint,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "unknown_beacons_gateway_id_mac_pk" PRIMARY KEY("gateway_id","mac")
);
--> statement-breakpoint
DROP INDEX "alarms_open_gateway";--> statement-breakpoint
ALTER TABLE "unjudged" ADD COLUMN "room_facts" jsonb;--> statement-breakpoint
ALTER TABLE "beacons" ADD COLUMN "ibeacon" text;--> statement-breakpoint
ALTER TABLE "beacons" ADD COLUMN "bind_key" "bytea";--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_beacon_id_beacons_id_fk" FOREIGN KEY ("beacon_id") REFERENCES "public"."beacons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_beacons" ADD CONSTRAINT "unknown_beacons_gateway_id_gateways_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "presences_now" ON "presences" USING btree ("beacon_id") WHERE until is null;--> statement-breakpoint
CREATE INDEX "presences_beacon" ON "presences" USING btree ("beacon_id","since");--> statement-breakpoint
CREATE INDEX "presences_room" ON "presences" USING btree ("room_id","since");--> statement-breakpoint
CREATE INDEX "unknown_beacons_mac" ON "unknown_beacons" USING btree ("mac");--> statement-breakpoint
-- Of a beacon's open alarms of one kind and side the newest stays: from now on there is one.
UPDATE alarms a SET active = false, closed_at = now() WHERE closed_at IS NULL AND beacon_id IS NOT NULL AND device_id IS NULL AND NOT rehearsal
  AND EXISTS (SELECT FROM alarms b WHERE b.beacon_id = a.beacon_id AND b.kind = a.kind AND b.direction = a.direction AND b.closed_at IS NULL
    AND b.device_id IS NULL AND NOT b.rehearsal AND b.id > a.id);--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_beacon" ON "alarms" USING btree ("beacon_id","kind","direction") WHERE closed_at is null and beacon_id is not null and device_id is null and not rehearsal;--> statement-breakpoint
CREATE INDEX "beacons_ibeacon" ON "beacons" USING btree ("ibeacon") WHERE deleted_at is null and ibeacon is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_gateway" ON "alarms" USING btree ("gateway_id","kind","direction") WHERE closed_at is null and gateway_id is not null and device_id is null and beacon_id is null and not rehearsal;--> statement-breakpoint
-- Not for what is written each second of each beacon: when it was heard, how strongly, its battery.
CREATE TRIGGER beacons_changed AFTER INSERT OR UPDATE OF name, mac, ibeacon, bind_key, device_type, branch_id, room_id, device_id, allowed_times, max_minutes,
  temperature_low, temperature_high, humidity_low, humidity_high, is_active, deleted_at ON beacons FOR EACH ROW EXECUTE FUNCTION notify_changed('beacon_changed', 'id');
--> statement-breakpoint
CREATE TRIGGER gateways_changed AFTER INSERT OR UPDATE OF name, mac, model, company_id, branch_id, room_id, rssi_offset, config, config_revision, is_active,
  credential_rotated_at, deleted_at ON gateways FOR EACH ROW EXECUTE FUNCTION notify_changed('gateway_changed', 'id');
--> statement-breakpoint
ALTER TABLE beacon_facts SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE room_rule_states SET (fillfactor = 70);
