-- Since when who wears this device now does: what it reports of before is somebody else's, or nobody's. Of a device that nobody wears any more
-- nothing is anybody's to see; one that nobody was ever assigned to is as the version before left it, and so is one that was reset there and is
-- in use since (0026_wearers_filled.sql): somebody may wear it whom nobody wrote down.
create function present_since(device integer) returns timestamptz language sql stable as $$
  select coalesce(
    (select started_at from assignments where device_id = device and ended_at is null),
    (select case when "end" = 'RESET' and ended_by_id is null then ended_at else '9999-12-31Z'::timestamptz end
      from assignments where device_id = device order by started_at desc, id desc limit 1),
    '1970-01-01Z'::timestamptz)
$$;--> statement-breakpoint
-- From when on the rules take what a device reports for what is so now: since who wears it now does, where another wore it before; and where
-- nobody wears it, since the last one does not. A watch between two wearers goes on to call.
create function evaluated_since(device integer) returns timestamptz language sql stable as $$
  select case when former.since = '1970-01-01Z'::timestamptz then former.since
    else greatest(former.since, (select started_at from assignments where device_id = device and ended_at is null)) end
  from (select worn_since(device) as since) as former
$$;
