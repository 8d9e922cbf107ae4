CREATE TABLE "known_places" (
	"key" text PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "known_places_last" ON "known_places" USING btree ("last_at");