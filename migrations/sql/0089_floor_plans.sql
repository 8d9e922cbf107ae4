-- The picture of a branch on which its rooms are placed, and where each is on it. A new table and two columns without a value: nothing that anybody has waits for them.
CREATE TABLE "floor_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "floor_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"branch_id" integer NOT NULL,
	"media_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "floor_plans_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "floor_plans_branch_id_unique" UNIQUE("branch_id")
);
--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "plan_x" real;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "plan_y" real;--> statement-breakpoint
ALTER TABLE "floor_plans" ADD CONSTRAINT "floor_plans_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;