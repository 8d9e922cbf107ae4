-- A branch may have alarm limits of its own, before its company's.
ALTER TABLE "branches" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- As with the company's: whoever judges by them hears of it.
CREATE TRIGGER branches_changed AFTER UPDATE OF limits ON branches FOR EACH ROW EXECUTE FUNCTION notify_changed('company_changed', 'company_id');
