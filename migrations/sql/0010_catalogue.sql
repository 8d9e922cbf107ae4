CREATE TABLE "articles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"minutes_to_read" integer DEFAULT 2 NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"original_id" integer,
	"picture_id" integer,
	"is_published" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "articles_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"summary" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" numeric(10, 2),
	"currency" text DEFAULT 'ILS' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"picture_id" integer,
	"is_published" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "products_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_original_id_articles_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_picture_id_uploads_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_picture_id_uploads_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_picture" ON "articles" USING btree ("picture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "articles_translation" ON "articles" USING btree ("original_id","language") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_picture" ON "products" USING btree ("picture_id");
--> statement-breakpoint
-- By what people search them, as other lists (0003).
ALTER TABLE products ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name || E'\n' || summary)) STORED;
--> statement-breakpoint
ALTER TABLE articles ADD COLUMN search_text text GENERATED ALWAYS AS (lower(title || E'\n' || summary)) STORED;
