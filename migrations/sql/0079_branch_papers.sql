-- What a branch hands out or over, kept as it stood then: the pack of a month, the sheet of a shift. A new table, and nothing that anybody has waits for it.
CREATE TABLE "branch_papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "branch_papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"company_id" integer NOT NULL,
	"branch_id" integer NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"wearer_ids" integer[] DEFAULT '{}' NOT NULL,
	"user_ids" integer[] DEFAULT '{}' NOT NULL,
	"user_names" text[] DEFAULT '{}' NOT NULL,
	"hash" "bytea" NOT NULL,
	"content" text NOT NULL,
	"redacted_at" timestamp (3) with time zone,
	"was_open" boolean NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_by_id" integer,
	CONSTRAINT "branch_papers_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "branch_papers_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "branch_papers" ADD CONSTRAINT "branch_papers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_papers" ADD CONSTRAINT "branch_papers_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_papers" ADD CONSTRAINT "branch_papers_issued_by_id_users_id_fk" FOREIGN KEY ("issued_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "branch_papers_shift" ON "branch_papers" USING btree ("branch_id","to_at") WHERE kind = 'SHIFT_SHEET';--> statement-breakpoint
CREATE INDEX "branch_papers_branch" ON "branch_papers" USING btree ("branch_id","kind","from_at");--> statement-breakpoint
CREATE INDEX "branch_papers_wearers" ON "branch_papers" USING gin ("wearer_ids");--> statement-breakpoint
CREATE INDEX "branch_papers_users" ON "branch_papers" USING gin ("user_ids");