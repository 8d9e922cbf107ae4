-- The digits of watches that were registered before they had to be their own: of two that share them the one that was heard last keeps them.
-- The other goes on by its whole IMEI, and administrators find it among the claims.
do $$
declare
  one record;
begin
  for one in
    select d.id, d.imei, d.device_model, d.imsi, d.name, d.mobile_number, d.company_id, d.branch_id, short_identity_of(d.imei, d.device_model) as identity
    from devices d left join device_status s on s.device_id = d.id
    where d.deleted_at is null and d.short_identity is null and short_identity_of(d.imei, d.device_model) is not null
    order by s.last_seen_at desc nulls last, d.id
  loop
    begin
      update devices set short_identity = one.identity where id = one.id;
    exception when unique_violation then
      insert into device_claims (imei, device_model, imsi, name, mobile_number, company_id, branch_id, device_id)
      values (one.imei, one.device_model, one.imsi, one.name, one.mobile_number, one.company_id, one.branch_id, one.id) on conflict do nothing;
    end;
  end loop;
end $$;--> statement-breakpoint
-- Whoever reported before goes on as before.
insert into device_proofs (device_id, how, at) select device_id, 'REPORTED_BEFORE', last_seen_at from device_status where last_seen_at is not null
on conflict do nothing;
