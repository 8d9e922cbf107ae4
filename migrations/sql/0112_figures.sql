-- What a table of figures outside reads (Grafana): counts and times by branch, and nobody by name, device, value or place.
create view figures_alarms as
select c.name as company, b.name as branch, a.kind, a.category, a.severity, a.late, a.device_id is null as of_room,
  a.opened_at, a.acknowledged_at, a.closed_at, a.cause,
  extract(epoch from a.acknowledged_at - a.created_at)::float8 as seconds_to_take,
  extract(epoch from a.closed_at - a.created_at)::float8 as seconds_to_close
from alarms a
  left join companies c on c.id = a.company_id
  left join branches b on b.id = a.branch_id
where not a.rehearsal;
--> statement-breakpoint
create view figures_watches as
select c.name as company, b.name as branch, d.device_model as model, s.firmware,
  coalesce(s.online, false) as online, s.last_seen_at, s.battery, coalesce(s.clock_skew, false) as clock_skew
from devices d
  left join device_status s on s.device_id = d.id
  left join companies c on c.id = d.company_id
  left join branches b on b.id = d.branch_id
where d.deleted_at is null;
--> statement-breakpoint
create view figures_gateways as
select c.name as company, b.name as branch, g.online, g.last_message_at
from gateways g
  left join companies c on c.id = g.company_id
  left join branches b on b.id = g.branch_id
where g.deleted_at is null;
--> statement-breakpoint
create view figures_tasks as
select c.name as company, b.name as branch, t.status, t.severity, t.alert_type as kind, t.created_at, t.due_at, t.done_at
from tasks t
  left join companies c on c.id = t.company_id
  left join branches b on b.id = t.branch_id;
--> statement-breakpoint
create view figures_deliveries as
select c.name as company, b.name as branch, x.channel, x.state, x.reason, x.created_at, x.sent_at, x.attempts
from deliveries x
  join alarms a on a.id = x.alarm_id
  left join companies c on c.id = a.company_id
  left join branches b on b.id = a.branch_id
where not a.rehearsal;
