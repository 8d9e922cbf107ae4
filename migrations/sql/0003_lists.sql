-- Lists that hold at size. What drizzle cannot say (generated columns, trigram indexes, copies kept by triggers) lives only here.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- By what people search a row: its words in small letters, a line each. One stored text is one index for a rare word, and what no trigram narrows (one letter, a word on every row) is still read through in time.
ALTER TABLE users
  ADD COLUMN full_name text GENERATED ALWAYS AS (trim(first_name || ' ' || last_name)) STORED,
  ADD COLUMN search_text text GENERATED ALWAYS AS (
    lower(trim(first_name || ' ' || last_name) || E'\n' || email || E'\n' || user_name || E'\n' || coalesce(contact_number, ''))) STORED;
--> statement-breakpoint
ALTER TABLE companies ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name || E'\n' || code)) STORED;
--> statement-breakpoint
ALTER TABLE branches ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name || E'\n' || code)) STORED;
--> statement-breakpoint
ALTER TABLE gateways ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name || E'\n' || mac)) STORED;
--> statement-breakpoint
ALTER TABLE beacons ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name || E'\n' || mac)) STORED;
--> statement-breakpoint
-- A watch is searched and sorted by its owner's name too, a task by its watch's: copies, kept by the triggers below, because an order or a search across two tables has no index. They only find and sort; what is shown is always joined.
ALTER TABLE devices ADD COLUMN owner_name text;
--> statement-breakpoint
UPDATE devices SET owner_name = users.full_name FROM users WHERE users.id = devices.owner_id;
--> statement-breakpoint
ALTER TABLE devices ADD COLUMN search_text text GENERATED ALWAYS AS (
  lower(name || E'\n' || imei || E'\n' || coalesce(owner_name, ''))) STORED;
--> statement-breakpoint
ALTER TABLE tasks ADD COLUMN device_name text, ADD COLUMN device_imei text;
--> statement-breakpoint
UPDATE tasks SET device_name = devices.name, device_imei = devices.imei FROM devices WHERE devices.id = tasks.device_id;
--> statement-breakpoint
ALTER TABLE tasks ADD COLUMN search_text text GENERATED ALWAYS AS (
  lower(title || E'\n' || coalesce(device_name, '') || E'\n' || coalesce(device_imei, ''))) STORED;
--> statement-breakpoint
CREATE FUNCTION copy_owner_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_name := (SELECT full_name FROM users WHERE id = NEW.owner_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER devices_owner_name BEFORE INSERT OR UPDATE OF owner_id ON devices FOR EACH ROW EXECUTE FUNCTION copy_owner_name();
--> statement-breakpoint
CREATE FUNCTION spread_owner_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE devices SET owner_name = NEW.full_name WHERE owner_id = NEW.id AND owner_name IS DISTINCT FROM NEW.full_name;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_owner_name AFTER UPDATE OF first_name, last_name ON users FOR EACH ROW EXECUTE FUNCTION spread_owner_name();
--> statement-breakpoint
CREATE FUNCTION copy_device_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT name, imei INTO NEW.device_name, NEW.device_imei FROM devices WHERE id = NEW.device_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_device_words BEFORE INSERT OR UPDATE OF device_id ON tasks FOR EACH ROW EXECUTE FUNCTION copy_device_words();
--> statement-breakpoint
CREATE FUNCTION spread_device_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tasks SET device_name = NEW.name, device_imei = NEW.imei
    WHERE device_id = NEW.id AND (device_name, device_imei) IS DISTINCT FROM (NEW.name, NEW.imei);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER devices_words AFTER UPDATE OF name, imei ON devices FOR EACH ROW EXECUTE FUNCTION spread_device_words();
--> statement-breakpoint
CREATE INDEX devices_search ON devices USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX companies_search ON companies USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX branches_search ON branches USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX gateways_search ON gateways USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX beacons_search ON beacons USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX tasks_search ON tasks USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
-- A list that nothing narrows walks its order: each sort with the id that settles ties.
CREATE INDEX devices_by_name ON devices (name, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX devices_by_owner ON devices (owner_name, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- Those without an owner come last, whichever way.
CREATE INDEX devices_by_owner_down ON devices (owner_name DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX devices_by_created ON devices (created_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX devices_by_model ON devices (device_model, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- The few that are gone: a scope of everything is everything but these.
CREATE INDEX devices_deleted ON devices (id) WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX users_by_name ON users (full_name, id);
--> statement-breakpoint
CREATE INDEX gateways_company ON gateways (company_id);
--> statement-breakpoint
CREATE INDEX gateways_room ON gateways (room_id);
--> statement-breakpoint
CREATE INDEX beacons_room ON beacons (room_id);
--> statement-breakpoint
CREATE INDEX beacons_device ON beacons (device_id);
--> statement-breakpoint
-- Beside its order each carries the device, by which a viewer's scope is decided; the first also the words, a third of the table to read through.
CREATE INDEX tasks_by_created ON tasks (created_at, id) INCLUDE (device_id, search_text);
--> statement-breakpoint
CREATE INDEX tasks_by_updated ON tasks (updated_at, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_by_due ON tasks (due_at, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_by_title ON tasks (title, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_by_device ON tasks (device_name, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_by_device_down ON tasks (device_name DESC NULLS LAST, id DESC) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_by_status ON tasks (status, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_by_severity ON tasks ((array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], severity)), id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX tasks_device ON tasks (device_id, created_at);
--> statement-breakpoint
CREATE INDEX tasks_alarm ON tasks (alarm_id);
--> statement-breakpoint
CREATE INDEX alarms_by_opened ON alarms (opened_at, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX alarms_by_last ON alarms (last_at);
--> statement-breakpoint
CREATE INDEX alarms_device_last ON alarms (device_id, last_at);
--> statement-breakpoint
CREATE INDEX alarms_kind ON alarms (kind, opened_at);
--> statement-breakpoint
CREATE INDEX alarms_by_kind ON alarms (kind, id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX alarms_by_severity ON alarms ((array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], severity)), id) INCLUDE (device_id);
--> statement-breakpoint
CREATE INDEX alarms_open ON alarms (opened_at, id) INCLUDE (device_id) WHERE closed_at IS NULL;
--> statement-breakpoint
-- The badge counts these without looking at a row.
CREATE INDEX notifications_unacknowledged ON notifications (device_id) WHERE acknowledged_at IS NULL AND alarm_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX audit_log_at ON audit_log (at, id);
--> statement-breakpoint
CREATE INDEX audit_log_user_at ON audit_log (user_id, at);
--> statement-breakpoint
-- It was read by nobody and kept every status update from being a HOT one: half the time and two thirds of the WAL of the writes once a second.
DROP INDEX device_status_last_seen;
