ALTER TABLE "onboarding_requests" ADD COLUMN "id_number_locked" "bytea";--> statement-breakpoint
-- What stood among the facts that a company's staff read; what an interface of the version before writes there meanwhile is moved by the next one's cleanup.
UPDATE "onboarding_requests" SET "id_number_locked" = decode("owner" ->> 'idNumberLocked', 'base64'), "owner" = "owner" - 'idNumberLocked'
WHERE "owner" ? 'idNumberLocked';
