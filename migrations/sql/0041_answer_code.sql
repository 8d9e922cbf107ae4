-- A text is answered by its own code, for a sender's number can be made up. What was sent before has none. Added without a row being written.
ALTER TABLE "deliveries" ADD COLUMN "answer_code" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "wrong_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "notice" text;