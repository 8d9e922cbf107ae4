ALTER TABLE "rejected_messages" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "rejected_messages" ADD COLUMN "opcode" text;--> statement-breakpoint
CREATE INDEX "rejected_messages_alike" ON "rejected_messages" USING btree ("received_at","device_id","gateway_id","format","opcode","reason","detail","id");