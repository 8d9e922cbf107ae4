ALTER TABLE "device_status" ADD COLUMN "firmware" text;--> statement-breakpoint
ALTER TABLE "device_status" ADD COLUMN "guessed_profile" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "chosen_profile" text;