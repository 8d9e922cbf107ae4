-- Limits are a map by metric, so that one more metric is no column more. The columns stay, and follow, while the version before still
-- runs beside this one; a later version takes them and this trigger away.
ALTER TABLE "watch_settings" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
create function limits_of_columns(settings watch_settings) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value) filter (where value <> '{}'), '{}') from jsonb_each(jsonb_strip_nulls(jsonb_build_object(
    'heartRate', jsonb_build_object('low', settings.heart_rate_low, 'high', settings.heart_rate_high),
    'systolic', jsonb_build_object('low', settings.systolic_low, 'high', settings.systolic_high),
    'diastolic', jsonb_build_object('low', settings.diastolic_low, 'high', settings.diastolic_high),
    'spo2', jsonb_build_object('low', settings.spo2_low),
    'temperature', jsonb_build_object('low', settings.temperature_low, 'high', settings.temperature_high))))
$$;--> statement-breakpoint
create function keep_limits() returns trigger language plpgsql as $$
declare
  before jsonb := '{}';
  columns_before jsonb := '{}';
begin
  if tg_op = 'UPDATE' then
    before := old.limits;
    columns_before := limits_of_columns(old);
  end if;
  if new.limits is distinct from before then
    new.heart_rate_low := round((new.limits -> 'heartRate' ->> 'low')::numeric);
    new.heart_rate_high := round((new.limits -> 'heartRate' ->> 'high')::numeric);
    new.systolic_low := round((new.limits -> 'systolic' ->> 'low')::numeric);
    new.systolic_high := round((new.limits -> 'systolic' ->> 'high')::numeric);
    new.diastolic_low := round((new.limits -> 'diastolic' ->> 'low')::numeric);
    new.diastolic_high := round((new.limits -> 'diastolic' ->> 'high')::numeric);
    new.spo2_low := round((new.limits -> 'spo2' ->> 'low')::numeric);
    new.temperature_low := (new.limits -> 'temperature' ->> 'low')::float8;
    new.temperature_high := (new.limits -> 'temperature' ->> 'high')::float8;
  elsif limits_of_columns(new) is distinct from columns_before then
    new.limits := (new.limits - array['heartRate', 'systolic', 'diastolic', 'spo2', 'temperature']) || limits_of_columns(new);
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger keep_limits before insert or update on watch_settings for each row execute function keep_limits();
