CREATE TABLE "alarm_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alarm_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"step" text NOT NULL,
	"severity" text,
	"value" real,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer,
	"gateway_id" integer,
	"room_id" integer,
	"company_id" integer,
	"branch_id" integer,
	"kind" text NOT NULL,
	"direction" text DEFAULT 'NONE' NOT NULL,
	"category" text NOT NULL,
	"severity" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"latched" boolean DEFAULT false NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"metric" text,
	"value" real,
	"count" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_id" integer,
	"snoozed_until" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" integer,
	"cause" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarms_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"alarm_id" integer NOT NULL,
	"user_id" integer,
	"relative_id" integer,
	"channel" text NOT NULL,
	"step" smallint NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"reason" text,
	"provider_id" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"alarm_id" integer,
	"device_id" integer,
	"company_id" integer,
	"branch_id" integer,
	"type" text NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "rule_states" (
	"device_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rule_states_device_id_kind_pk" PRIMARY KEY("device_id","kind")
);
--> statement-breakpoint
CREATE TABLE "task_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"change" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"device_id" integer,
	"alarm_id" integer,
	"company_id" integer,
	"branch_id" integer,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"monitoring_type" text NOT NULL,
	"alert_type" text,
	"severity" text NOT NULL,
	"created_by_id" integer,
	"assigned_to_id" integer,
	"outcome" text,
	"reason" text,
	"deferred_until" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookmarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"metric" text,
	"at" timestamp (3) with time zone NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookmarks_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "device_commands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"user_id" integer,
	"sent_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_commands_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "device_models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"format" text DEFAULT 'native' NOT NULL,
	"has_sleep" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_models_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "device_models_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "device_status" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"online" boolean DEFAULT false NOT NULL,
	"connected_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"battery" smallint,
	"wearing" boolean,
	"clock_skew" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"imei" text NOT NULL,
	"imsi" text,
	"name" text NOT NULL,
	"device_model" text NOT NULL,
	"mobile_number" text,
	"image_url" text,
	"is_sold" boolean DEFAULT false NOT NULL,
	"sold_at" timestamp (3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"owner_id" integer,
	"agent_id" integer,
	"company_id" integer,
	"branch_id" integer,
	"operation_mode" text DEFAULT 'NORMAL' NOT NULL,
	"home_lat" double precision,
	"home_lng" double precision,
	"credential_hash" "bytea",
	"credential_rotated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "devices_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "fences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"name" text NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"radius_m" integer,
	"polygon" jsonb,
	"schedule" jsonb,
	"severity" text DEFAULT 'HIGH' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "fences_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "onboarding_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "onboarding_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"supervisor_id" integer,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"shipping" jsonb NOT NULL,
	"owner" jsonb NOT NULL,
	"contact_person" jsonb NOT NULL,
	"device_details" jsonb NOT NULL,
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"declaration_consent_email" boolean DEFAULT false NOT NULL,
	"declared_at" timestamp (3) with time zone NOT NULL,
	"decided_by_id" integer,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "onboarding_requests_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "relatives" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "relatives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"device_id" integer NOT NULL,
	"user_id" integer,
	"phonebook_id" smallint,
	"name" text NOT NULL,
	"phone" text,
	"relation" text,
	"email" text,
	"sms_alerts" boolean DEFAULT false NOT NULL,
	"create_user_in_portal" boolean DEFAULT false NOT NULL,
	"may_see_location" boolean DEFAULT true NOT NULL,
	"sos_priority" text DEFAULT 'MEDIUM' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relatives_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "watch_settings" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"location_interval_minutes" integer,
	"gps_enabled" boolean DEFAULT true NOT NULL,
	"sos_contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"phonebook" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"whitelist_enabled" boolean DEFAULT false NOT NULL,
	"auto_answer" boolean DEFAULT false NOT NULL,
	"heart_rate_low" integer,
	"heart_rate_high" integer,
	"steps_target" integer,
	"spo2_low" integer,
	"systolic_low" integer,
	"systolic_high" integer,
	"diastolic_low" integer,
	"diastolic_high" integer,
	"temperature_low" double precision,
	"temperature_high" double precision,
	"calibration_systolic" integer,
	"calibration_diastolic" integer,
	"heart_rate_interval_minutes" integer,
	"blood_pressure_interval_minutes" integer,
	"reminders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"auto_temperature" boolean DEFAULT false NOT NULL,
	"fall_detection" boolean DEFAULT true NOT NULL,
	"fall_sensitivity" text DEFAULT 'MEDIUM' NOT NULL,
	"reported" jsonb,
	"reported_revision" integer,
	"reported_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"company_id" integer,
	"action" text NOT NULL,
	"entity" text,
	"entity_uuid" text,
	"address" text,
	"detail" jsonb,
	CONSTRAINT "audit_log_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "branch_nurses" (
	"branch_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "branch_nurses_branch_id_user_id_pk" PRIMARY KEY("branch_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "branches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "branches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"room_statuses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"time_zone" text DEFAULT 'Asia/Jerusalem' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "branches_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"address" text,
	"manager_id" integer,
	"bookmark_values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "companies_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "companies_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" integer NOT NULL,
	"path" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"user_name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"role" text NOT NULL,
	"user_type" text DEFAULT 'WATCH' NOT NULL,
	"contact_number" text,
	"country_code" text,
	"image_url" text,
	"selected_language" text DEFAULT 'en' NOT NULL,
	"time_zone" text DEFAULT 'Asia/Jerusalem' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"supervisor_id" integer,
	"company_id" integer,
	"branch_id" integer,
	"height_cm" integer,
	"weight_kg" integer,
	"gender" text,
	"smoking" boolean,
	"dob" date,
	"address" text,
	"password_reset_hash" text,
	"password_reset_expires_at" timestamp (3) with time zone,
	"telegram_user_name" text,
	"telegram_chat_id" text,
	"telegram_status" text DEFAULT 'NONE' NOT NULL,
	"send_sms" boolean DEFAULT false NOT NULL,
	"quiet_from" text DEFAULT '22:00' NOT NULL,
	"quiet_to" text DEFAULT '07:00' NOT NULL,
	"token_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "device_events" (
	"time" timestamp (3) with time zone NOT NULL,
	"device_id" integer NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_events_device_id_type_time_pk" PRIMARY KEY("device_id","type","time")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"time" timestamp (3) with time zone NOT NULL,
	"device_id" integer NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"accuracy_m" real,
	"source" text DEFAULT 'GPS' NOT NULL,
	CONSTRAINT "positions_device_id_time_pk" PRIMARY KEY("device_id","time")
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"time" timestamp (3) with time zone NOT NULL,
	"device_id" integer NOT NULL,
	"value" real NOT NULL,
	"metric" smallint NOT NULL,
	CONSTRAINT "readings_device_id_metric_time_pk" PRIMARY KEY("device_id","metric","time")
);
--> statement-breakpoint
CREATE TABLE "rejected_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rejected_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer,
	"gateway_id" integer,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"topic" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"payload" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unjudged" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unjudged_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"urgent" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"readings" "bytea",
	"stored" jsonb,
	"events" jsonb
);
--> statement-breakpoint
CREATE TABLE "unregistered_devices" (
	"username" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "beacons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "beacons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"mac" text NOT NULL,
	"device_type" text NOT NULL,
	"battery" smallint,
	"rssi" smallint,
	"branch_id" integer,
	"room_id" integer,
	"device_id" integer,
	"allowed_times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_minutes" integer,
	"temperature_low" real,
	"temperature_high" real,
	"humidity_low" real,
	"humidity_high" real,
	"last_seen_at" timestamp (3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "beacons_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "gateways" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateways_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"mac" text NOT NULL,
	"model" text DEFAULT 'native' NOT NULL,
	"company_id" integer,
	"branch_id" integer,
	"room_id" integer,
	"last_message_at" timestamp (3) with time zone,
	"online" boolean DEFAULT false NOT NULL,
	"rssi_offset" smallint DEFAULT 0 NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"credential_hash" "bytea",
	"credential_rotated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "gateways_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "room_check_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "room_check_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"room_id" integer NOT NULL,
	"user_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "room_check_logs_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rooms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT uuidv7() NOT NULL,
	"branch_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "rooms_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "sightings" (
	"time" timestamp (3) with time zone NOT NULL,
	"gateway_id" integer NOT NULL,
	"beacon_id" integer NOT NULL,
	"rssi" smallint NOT NULL,
	"temperature" real,
	"humidity" real,
	"battery" smallint,
	"facts" jsonb,
	CONSTRAINT "sightings_gateway_id_beacon_id_time_pk" PRIMARY KEY("gateway_id","beacon_id","time")
);
--> statement-breakpoint
ALTER TABLE "alarm_history" ADD CONSTRAINT "alarm_history_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_history" ADD CONSTRAINT "alarm_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_gateway_id_gateways_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_acknowledged_by_id_users_id_fk" FOREIGN KEY ("acknowledged_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_acknowledged_by_id_users_id_fk" FOREIGN KEY ("acknowledged_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_history" ADD CONSTRAINT "task_history_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_history" ADD CONSTRAINT "task_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assigned_to_id_users_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_status" ADD CONSTRAINT "device_status_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fences" ADD CONSTRAINT "fences_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_requests" ADD CONSTRAINT "onboarding_requests_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_requests" ADD CONSTRAINT "onboarding_requests_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_requests" ADD CONSTRAINT "onboarding_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relatives" ADD CONSTRAINT "relatives_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relatives" ADD CONSTRAINT "relatives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_settings" ADD CONSTRAINT "watch_settings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_nurses" ADD CONSTRAINT "branch_nurses_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_nurses" ADD CONSTRAINT "branch_nurses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beacons" ADD CONSTRAINT "beacons_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beacons" ADD CONSTRAINT "beacons_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beacons" ADD CONSTRAINT "beacons_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateways" ADD CONSTRAINT "gateways_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateways" ADD CONSTRAINT "gateways_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateways" ADD CONSTRAINT "gateways_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_check_logs" ADD CONSTRAINT "room_check_logs_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_check_logs" ADD CONSTRAINT "room_check_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_history_alarm" ON "alarm_history" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_device" ON "alarms" USING btree ("device_id","kind","direction") WHERE closed_at is null and device_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_gateway" ON "alarms" USING btree ("gateway_id","kind","direction") WHERE closed_at is null and gateway_id is not null and device_id is null;--> statement-breakpoint
CREATE INDEX "alarms_device" ON "alarms" USING btree ("device_id","opened_at");--> statement-breakpoint
CREATE INDEX "alarms_branch" ON "alarms" USING btree ("branch_id","opened_at");--> statement-breakpoint
CREATE INDEX "alarms_company" ON "alarms" USING btree ("company_id","opened_at");--> statement-breakpoint
CREATE INDEX "deliveries_alarm" ON "deliveries" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "notifications_device" ON "notifications" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_branch" ON "notifications" USING btree ("branch_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_company" ON "notifications" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_open" ON "notifications" USING btree ("device_id") WHERE acknowledged_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_alarm" ON "notifications" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "task_history_task" ON "task_history" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_open_alarm_kind" ON "tasks" USING btree ("device_id","alert_type") WHERE status <> 'DONE' and alarm_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_company" ON "tasks" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "tasks_branch" ON "tasks" USING btree ("branch_id","created_at");--> statement-breakpoint
CREATE INDEX "tasks_assignee" ON "tasks" USING btree ("assigned_to_id");--> statement-breakpoint
CREATE INDEX "tasks_status" ON "tasks" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "bookmarks_device" ON "bookmarks" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_commands_device" ON "device_commands" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "device_status_last_seen" ON "device_status" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_imei" ON "devices" USING btree ("imei") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_owner" ON "devices" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "devices_company" ON "devices" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "devices_branch" ON "devices" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "fences_device" ON "fences" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "onboarding_requests_open" ON "onboarding_requests" USING btree ("device_id") WHERE status = 'SUBMITTED';--> statement-breakpoint
CREATE INDEX "relatives_device" ON "relatives" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "relatives_user_device" ON "relatives" USING btree ("user_id","device_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_company_at" ON "audit_log" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "branches_company_code" ON "branches" USING btree ("company_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name" ON "users" USING btree (lower("user_name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "users_branch" ON "users" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "users_supervisor" ON "users" USING btree ("supervisor_id");--> statement-breakpoint
CREATE INDEX "rejected_messages_device" ON "rejected_messages" USING btree ("device_id","received_at");--> statement-breakpoint
CREATE INDEX "rejected_messages_age" ON "rejected_messages" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "beacons_mac" ON "beacons" USING btree ("mac") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "beacons_branch" ON "beacons" USING btree ("branch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gateways_mac" ON "gateways" USING btree ("mac") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "gateways_branch" ON "gateways" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "room_check_logs_room" ON "room_check_logs" USING btree ("room_id","at");--> statement-breakpoint
CREATE INDEX "rooms_branch" ON "rooms" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "sightings_beacon" ON "sightings" USING btree ("beacon_id","time");