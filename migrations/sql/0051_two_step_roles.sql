-- Of which roles a company asks a second step at the sign-in, and since when: none, until somebody says so.
ALTER TABLE "companies" ADD COLUMN "two_step_roles" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "two_step_since" timestamp (3) with time zone;
