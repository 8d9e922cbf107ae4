-- The audit log takes no change; what somebody does to it who gets around that is found by a chain of hashes over its rows. The chain stands beside the log, which so
-- stays a table that is only added to, and is written by a rules engine a few seconds after the commit, so that nobody who leaves a trace waits for another.
CREATE TABLE "audit_chain" (
	"is_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"hash" bytea NOT NULL,
	"sealed_at" timestamp (3) with time zone,
	CONSTRAINT "audit_chain_is_one" CHECK ("audit_chain"."is_one")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" integer PRIMARY KEY NOT NULL,
	"audit_id" integer NOT NULL,
	"hash" bytea NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_seals_audit_id_unique" UNIQUE("audit_id")
);
--> statement-breakpoint
-- What is there already is sealed by the first engine of this version.
INSERT INTO audit_chain (position, hash) VALUES (0, sha256(''));
--> statement-breakpoint
CREATE TRIGGER audit_seals_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_stays BEFORE DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_shorter_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position <= OLD.position THEN RAISE EXCEPTION 'audit_chain only ever grows'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_chain_grows BEFORE UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_shorter_chain();
--> statement-breakpoint
do $$
begin
  if not exists (select from pg_roles where rolname = 'carewatch_company') then return; end if;
  revoke update, delete, truncate on audit_log from carewatch_company;
  revoke all on audit_seals, audit_chain from carewatch_company;
end $$;
