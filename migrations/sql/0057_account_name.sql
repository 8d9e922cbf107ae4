-- By whom something was done: who went on to another company is none of the accounts that the staff of the former see, and what they did there stays named.
create function account_name(account integer) returns json
language plpgsql stable strict security definer set search_path = public, pg_temp as $$
begin
  return (select json_build_object('uuid', uuid, 'firstName', first_name, 'lastName', last_name) from users where id = account);
end $$;
--> statement-breakpoint
revoke execute on function account_name(integer) from public;
