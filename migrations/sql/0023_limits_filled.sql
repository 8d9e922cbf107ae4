-- In a step of its own, for settings are read meanwhile. Nobody is told: what counts for a watch stays what it was, and a hundred
-- thousand watches would be looked at anew.
alter table watch_settings disable trigger watch_settings_changed;--> statement-breakpoint
update watch_settings s set limits = limits_of_columns(s) where limits_of_columns(s) <> '{}';--> statement-breakpoint
alter table watch_settings enable trigger watch_settings_changed;
