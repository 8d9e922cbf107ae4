-- The figures of the task dashboard, each counted on an index that holds all it asks for; included columns drizzle cannot say.
CREATE INDEX tasks_figures ON tasks (created_at) INCLUDE (device_id, company_id, branch_id, status, monitoring_type, assigned_to_id, created_by_id);
--> statement-breakpoint
CREATE INDEX tasks_by_done ON tasks (done_at) INCLUDE (device_id, company_id, branch_id) WHERE done_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX tasks_waiting ON tasks (due_at) INCLUDE (device_id, company_id, branch_id) WHERE status IN ('OPEN', 'IN_PROGRESS');
