-- Whether somebody who is none of a company's accounts is its staff's to see: by their branch alone, around its watches and people, or because its people
-- sign in by them, where they work with several or are around by them. It is dear, so that the planner looks such accounts up one by one and never goes through all of them.
create function is_around(account integer, company integer) returns boolean
language plpgsql stable cost 10000 security definer set search_path = public, pg_temp as $$
declare
  theirs integer[] := account || array(select id from users where identity_id = account);
begin
  return exists (select from users u join branches b on b.id = u.branch_id
      where (u.id = account and u.company_id is null or u.identity_id = account) and b.company_id = company)
    or exists (select from users where identity_id = account and company_id = company)
    or exists (select from devices where owner_id = any(theirs) and (company_id = company or company_id is null))
    or exists (select from relatives r join devices d on d.id = r.device_id
      where r.user_id = any(theirs) and (d.company_id = company or d.company_id is null))
    or exists (select from wearer_relations r join wearers w on w.id = r.wearer_id
      where r.user_id = any(theirs) and (w.company_id = company or w.company_id is null));
end $$;
--> statement-breakpoint
revoke execute on function is_around(integer, integer) from public;
