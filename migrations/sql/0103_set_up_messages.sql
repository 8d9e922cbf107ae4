CREATE TABLE "set_up_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "set_up_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"company_id" integer,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"reason" text,
	"provider_id" text,
	"parts" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "set_up_messages_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "set_up_messages" ADD CONSTRAINT "set_up_messages_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_up_messages" ADD CONSTRAINT "set_up_messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "set_up_messages_device" ON "set_up_messages" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "set_up_messages_company" ON "set_up_messages" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "set_up_messages_provider" ON "set_up_messages" USING btree ("provider_id");