-- It answers with its owner's rights what whoever calls it may not read: so it is for those alone who need it. Whoever made it keeps it.
do $$
begin
  if exists (select from pg_roles where rolname = 'carewatch_company') then
    grant execute on function wearer_summary(integer, integer, integer) to carewatch_company;
  end if;
end $$;--> statement-breakpoint
revoke execute on function wearer_summary(integer, integer, integer) from public;
