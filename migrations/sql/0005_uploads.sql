ALTER TABLE "uploads" ADD COLUMN "content" "bytea" NOT NULL;
--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "path";
--> statement-breakpoint
-- Pictures are compressed as they are.
ALTER TABLE uploads ALTER COLUMN content SET STORAGE EXTERNAL;
