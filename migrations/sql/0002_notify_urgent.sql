-- An SOS wakes the rules in the moment of its commit; the queue and the sweep stand behind it.
CREATE FUNCTION notify_urgent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('urgent_committed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unjudged_urgent AFTER INSERT ON unjudged FOR EACH ROW WHEN (NEW.urgent) EXECUTE FUNCTION notify_urgent();
