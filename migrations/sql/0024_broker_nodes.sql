-- Two tables take the names that the code has for them: front_doors is broker_nodes, unjudged is pending_evaluations. The version before
-- goes on beside this one by the former names: views that PostgreSQL reads, writes and locks the tables through by itself, with the same
-- triggers, numbers and defaults. A later version takes the views away.
-- Both locks first, in the order in which a backup reads the tables; whoever waited for a table by its former name then finds the view.
lock table "front_doors", "unjudged" in access exclusive mode;--> statement-breakpoint
ALTER TABLE "front_doors" RENAME TO "broker_nodes";--> statement-breakpoint
ALTER TABLE "unjudged" RENAME TO "pending_evaluations";--> statement-breakpoint
CREATE VIEW "front_doors" AS SELECT * FROM "broker_nodes";--> statement-breakpoint
CREATE VIEW "unjudged" AS SELECT * FROM "pending_evaluations";--> statement-breakpoint
ALTER SEQUENCE "front_doors_id_seq" RENAME TO "broker_nodes_id_seq";--> statement-breakpoint
ALTER SEQUENCE "unjudged_id_seq" RENAME TO "pending_evaluations_id_seq";--> statement-breakpoint
ALTER TRIGGER "unjudged_urgent" ON "pending_evaluations" RENAME TO "pending_evaluations_urgent";--> statement-breakpoint
do $$
declare
  named record;
begin
  -- The primary keys, and from PostgreSQL 18 on what must not be null.
  for named in select conname as former, replace(conname, 'front_doors', 'broker_nodes') as now from pg_constraint where conrelid = 'broker_nodes'::regclass and starts_with(conname, 'front_doors_')
  loop
    execute format('alter table broker_nodes rename constraint %I to %I', named.former, named.now);
  end loop;
  for named in select conname as former, replace(conname, 'unjudged', 'pending_evaluations') as now from pg_constraint where conrelid = 'pending_evaluations'::regclass and starts_with(conname, 'unjudged_')
  loop
    execute format('alter table pending_evaluations rename constraint %I to %I', named.former, named.now);
  end loop;
  -- Whoever else was let in to a table, by whatever name: the company role, and what an installation gave to others.
  for named in
    select v.oid::regclass as view, a.privilege_type as privilege, a.is_grantable,
      case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
    from (values ('front_doors'::regclass, 'broker_nodes'::regclass), ('unjudged', 'pending_evaluations')) as pair (former, now)
    join pg_class v on v.oid = pair.former join pg_class t on t.oid = pair.now, aclexplode(t.relacl) a
    where a.grantee <> t.relowner and a.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  loop
    execute format('grant %s on %s to %s', named.privilege, named.view, named.grantee)
      || case when named.is_grantable then ' with grant option' else '' end;
  end loop;
end $$;
