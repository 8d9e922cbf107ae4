CREATE TABLE "home_networks" (
	"device_id" integer NOT NULL,
	"bssid" text NOT NULL,
	"home_lat" double precision NOT NULL,
	"home_lng" double precision NOT NULL,
	"hearings" integer NOT NULL,
	"days" integer NOT NULL,
	"is_elsewhere" boolean DEFAULT false NOT NULL,
	"last_heard_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "home_networks_device_id_bssid_pk" PRIMARY KEY("device_id","bssid")
);
--> statement-breakpoint
ALTER TABLE "home_networks" ADD CONSTRAINT "home_networks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;