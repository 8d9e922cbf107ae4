CREATE TABLE "mobile_cells" (
	"mcc" smallint NOT NULL,
	"mnc" smallint NOT NULL,
	"lac" integer NOT NULL,
	"cid" bigint NOT NULL,
	"radio" text NOT NULL,
	"lat" real NOT NULL,
	"lng" real NOT NULL,
	"range_m" integer NOT NULL,
	"samples" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mobile_cells_mcc_mnc_lac_cid_radio_pk" PRIMARY KEY("mcc","mnc","lac","cid","radio")
);
