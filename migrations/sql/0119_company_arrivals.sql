CREATE TABLE "company_arrivals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_arrivals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"company_uuid" uuid NOT NULL,
	"device_ids" integer[] NOT NULL,
	"gateway_ids" integer[] NOT NULL,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"arrived_at" timestamp (3) with time zone,
	CONSTRAINT "company_arrivals_uuid_unique" UNIQUE("uuid")
);
