CREATE SEQUENCE "public"."connections" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "front_doors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "front_doors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_commands" ADD COLUMN "door_id" integer;--> statement-breakpoint
ALTER TABLE "device_status" ADD COLUMN "door_id" integer;--> statement-breakpoint
ALTER TABLE "device_status" ADD COLUMN "connection" bigint;--> statement-breakpoint
ALTER TABLE "gateways" ADD COLUMN "door_id" integer;--> statement-breakpoint
CREATE INDEX "device_status_door" ON "device_status" USING btree ("door_id") WHERE online;