CREATE TABLE "room_walks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "room_walks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"branch_id" integer NOT NULL,
	"room_id" integer NOT NULL,
	"beacon_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"readings" jsonb,
	"placements" jsonb,
	CONSTRAINT "room_walks_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "presences" ADD COLUMN "unknown" text;--> statement-breakpoint
ALTER TABLE "presences" ADD COLUMN "last_room_id" integer;--> statement-breakpoint
ALTER TABLE "room_walks" ADD CONSTRAINT "room_walks_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_walks" ADD CONSTRAINT "room_walks_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_walks" ADD CONSTRAINT "room_walks_beacon_id_beacons_id_fk" FOREIGN KEY ("beacon_id") REFERENCES "public"."beacons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_walks" ADD CONSTRAINT "room_walks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_walks_branch" ON "room_walks" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "room_walks_room" ON "room_walks" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "room_walks_going_on" ON "room_walks" USING btree ("beacon_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "presences_last_room" ON "presences" USING btree ("last_room_id") WHERE until is null and unknown is not null;