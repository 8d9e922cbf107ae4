-- Who caches what about a row hears of every change here, whoever makes it. Arguments: channel, column of the id.
CREATE FUNCTION notify_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER devices_changed AFTER INSERT OR UPDATE ON devices FOR EACH ROW EXECUTE FUNCTION notify_changed('device_changed', 'id');
--> statement-breakpoint
CREATE TRIGGER watch_settings_changed AFTER INSERT OR UPDATE ON watch_settings FOR EACH ROW EXECUTE FUNCTION notify_changed('device_changed', 'device_id');
--> statement-breakpoint
CREATE TRIGGER companies_changed AFTER UPDATE OF limits ON companies FOR EACH ROW EXECUTE FUNCTION notify_changed('company_changed', 'id');
--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION notify_changed('user_changed', 'uuid');
--> statement-breakpoint
-- A queue table: rows live for milliseconds, so it is vacuumed by count, not by share.
ALTER TABLE unjudged SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
ALTER TABLE unjudged ALTER COLUMN readings SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE device_status SET (fillfactor = 70);
