-- A watch that was moved to its house is there since then.
update devices set company_since = moved.at from (
  select entity_uuid, max(at) as at from audit_log
  where entity = 'device' and action = 'updated' and detail -> 'fields' ? 'companyId' group by entity_uuid) as moved
where moved.entity_uuid = devices.uuid::text and devices.company_since is null;
