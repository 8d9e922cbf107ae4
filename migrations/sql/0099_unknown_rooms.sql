ALTER TABLE "presences" ADD COLUMN "unknown" text;--> statement-breakpoint
ALTER TABLE "presences" ADD COLUMN "last_room_id" integer;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_last_room_id_rooms_id_fk" FOREIGN KEY ("last_room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "presences" VALIDATE CONSTRAINT "presences_last_room_id_rooms_id_fk";