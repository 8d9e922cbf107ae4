-- A company or branch that becomes inactive is heard for a while, and then its devices are refused.
ALTER TABLE "branches" ADD COLUMN "inactive_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "grace_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "inactive_since" timestamp (3) with time zone;--> statement-breakpoint
-- By a trigger, so that it is so too where the version before says that a place is inactive.
CREATE FUNCTION note_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.inactive_since = CASE WHEN NEW.is_active THEN NULL WHEN TG_OP = 'UPDATE' AND NOT OLD.is_active THEN NEW.inactive_since ELSE now() END;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER companies_inactive BEFORE INSERT OR UPDATE OF is_active ON companies FOR EACH ROW EXECUTE FUNCTION note_inactive();--> statement-breakpoint
CREATE TRIGGER branches_inactive BEFORE INSERT OR UPDATE OF is_active ON branches FOR EACH ROW EXECUTE FUNCTION note_inactive();--> statement-breakpoint
-- What is inactive already was heard without an end: its time begins with this version.
UPDATE companies SET inactive_since = now() WHERE NOT is_active;--> statement-breakpoint
UPDATE branches SET inactive_since = now() WHERE NOT is_active;--> statement-breakpoint
-- Until when what stands there is heard; null: its place is active, or it has none.
CREATE FUNCTION heard_until(in_company integer, in_branch integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(since + grace_days * interval '1 day') FROM (
    SELECT c.inactive_since AS since, c.grace_days FROM companies c WHERE c.id = in_company AND NOT c.is_active
    UNION ALL
    SELECT b.inactive_since, c.grace_days FROM branches b JOIN companies c ON c.id = b.company_id WHERE b.id = in_branch AND NOT b.is_active
  ) inactive
$$;
