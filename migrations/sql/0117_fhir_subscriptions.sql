ALTER TABLE "webhook_deliveries" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "first_event" bigint;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "last_event" bigint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "subscription" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "handshaken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "event_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_numbered" ON "webhook_deliveries" USING btree ("webhook_id","last_event") WHERE last_event is not null;