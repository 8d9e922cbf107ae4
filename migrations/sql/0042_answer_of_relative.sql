-- A relative without an account answers by SMS: by whom an alarm was taken then.
ALTER TABLE "alarm_history" ADD COLUMN "relative_id" integer;