ALTER TABLE "escalations" ADD COLUMN "ahead_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "alarms_opened" ON "alarms" USING btree ("opened_at");