import { hashPassword } from '@carewatch/platform/credentials/password'
import pg from 'pg'

const PASSWORD = 'carewatch'

/** Who looks at the lists: of all, of the company of 10,000 watches, and of one of its branches and 450 more people. */
export const viewers = {
  ADMIN: { email: 'admin@big.test', password: PASSWORD },
  MANAGER: { email: 'manager1@big.test', password: PASSWORD },
  SUPERVISOR: { email: 'supervisor1@big.test', password: PASSWORD },
} as const

/** People of five scripts; a name returns about ninety times. */
const NAMES = `create function pg_temp.person(n int) returns text[] immutable language sql as $$
  select array[
    (array['Ana','Maria','Nora','David','Peter','John','Ruth','Edith','רבקה','יעקב','שרה','משה','אסתר','דוד','מרים','חנה',
      'فاطمة','محمد','خديجة','علي','مريم','حسن','ليلى','عمر','Иван','Мария','Ольга','Пётр','Анна','Сергей','Елена','Юрий',
      'Jānis','Līga','Ilze','Andris','Élodie','Jürgen','Zoë','François'])[1 + n % 5 * 8 + n / 5 % 8],
    (array['Cohen','Smith','Brown','Miller','Taylor','Clark','Lewis','Walker','Young','Wright','Green','Baker',
      'כהן','לוי','מזרחי','פרץ','ביטון','דהן','אברהם','פרידמן','אזולאי','מלכה','גבאי','חדד',
      'حداد','خوري','منصور','سليمان','عيسى','نجار','صالح','يوسف','زيدان','كرم','بدر','ناصر',
      'Иванов','Петрова','Сидоров','Кузнецова','Попов','Соколова','Лебедев','Козлова','Новиков','Морозова','Волков','Зайцева',
      'Bērziņš','Kalniņa','Ozols','Liepiņa','Krūmiņš','Müller','Schäfer','Lefèvre','Gärtner','Dupré','Weiß','Ādamsons'])
      [1 + n % 5 * 12 + n / 40 % 12]] $$`

/** Company 1 has 10,000 watches and 4,500 owners, each of the 39 others about 2,300 and 1,040; ten branches each. */
const PLACES = `create function pg_temp.company(n int, big int) returns int immutable language sql as $$
    select case when n <= big then 1 else 2 + n % 39 end $$;
  create function pg_temp.owner(n int) returns int immutable language sql as $$
    select 441 + case when n <= 10000 then 1 + n % 4500 else 4500 + 39 * (1 + n / 39 % 1000) + (n - 4500) % 39 end $$`

const COMPANIES = `insert into companies (name, code)
    select (pg_temp.person(n * 41))[2] || ' Care ' || n, 'C' || n from generate_series(1, 40) n;
  insert into branches (company_id, name, code)
    select (n - 1) / 10 + 1, 'House ' || (pg_temp.person(n * 7))[1] || ' ' || n, 'B' || n from generate_series(1, 400) n`

/** In this order: 1 administrator, 40 managers, 400 supervisors, 45,000 owners, 4,559 relatives. */
const USERS = `insert into users (first_name, last_name, user_name, email, role, password_hash, contact_number, company_id, branch_id, supervisor_id)
  select (pg_temp.person(n))[1], (pg_temp.person(n))[2], name, name || '@big.test', upper(rtrim(name, '0123456789')), $1,
    '+9725' || lpad((n * 7919 % 100000000)::text, 8, '0'), company, branch, supervisor
  from generate_series(1, 50000) n, lateral (select case
      when n = 1 then 'admin' when n <= 41 then 'manager' || n - 1 when n <= 441 then 'supervisor' || n - 41
      when n <= 45441 then 'owner' || n else 'relative' || n end as name, case
      when n = 1 then null when n <= 41 then n - 1 when n <= 441 then (n - 42) / 10 + 1
      when n <= 45441 then pg_temp.company(n - 441, 4500) end as company) person,
    lateral (select case when n between 42 and 441 then n - 41 end as branch,
      case when n between 442 and 45441 then 42 + (company - 1) * 10 + n / 39 % 10 end as supervisor) place`

const DEVICES = `insert into devices (imei, name, device_model, is_sold, is_active, owner_id, owner_name, company_id, branch_id, created_at, deleted_at)
  select '35209911' || lpad(n::text, 7, '0'), case n % 3 when 0 then 'Watch ' || n
      when 1 then (pg_temp.person(n * 13))[1] || ' ' || n % 1000 else 'שעון ' || (pg_temp.person(n * 17))[1] end,
    (array['native', 'native-2', 'aidiyou'])[1 + n % 3], n % 10 < 7, n % 50 > 0, owner.id, owner.full_name,
    company, (company - 1) * 10 + 1 + n / 39 % 10, now() - n % 500 * interval '1 day', case when n % 100 = 99 then now() end
  from generate_series(1, 100000) n cross join lateral (select pg_temp.company(n, 10000) as company) place
    left join users owner on owner.id = pg_temp.owner(n) and n % 10 < 7;
  insert into device_status (device_id, online, last_seen_at, battery)
    select n, n % 4 > 0, case when n % 20 > 0 then now() - n * 7919 % 100000 * interval '20 seconds' end, n * 31 % 101 from generate_series(1, 100000) n;
  insert into watch_settings (device_id) select generate_series(1, 100000);
  insert into relatives (device_id, user_id, name)
    select n, 45442 + n % 4559, 'Relative' from generate_series(1, 50000) n`

/** A month of alarms, one every 2.6 seconds; of the last 100,000 two in five are open and nobody has taken them. */
const ALARMS = `insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, active, metric, value,
    opened_at, last_at, acknowledged_at, acknowledged_by_id, closed_at)
  select device, company, (company - 1) * 10 + 1 + device / 39 % 10,
    (array['HEART_RATE','SPO2','TEMPERATURE','BLOOD_PRESSURE','SOS','FALL','BATTERY','OFF_WRIST','GEOFENCE','OFFLINE'])[1 + n / 100000 % 10],
    case when n / 100000 % 10 < 4 then 'HIGH' else 'NONE' end, 'PHYSIOLOGICAL',
    (array['LOW','MEDIUM','HIGH','CRITICAL'])[1 + n % 4], open, 'heartRate', 120 + n % 60,
    at, at + n % 40 * interval '1 minute', case when not open then at end, case when not open then 2 end, case when not open then at end
  from generate_series($1::int, $2::int) n,
    lateral (select n::bigint * 7919 % 100000 + 1 as device, now() - (1000000 - n) * interval '2.592 seconds' as at,
      n > 900000 and n % 5 < 2 as open) one,
    lateral (select pg_temp.company(device::int, 10000) as company) place`

const NOTIFICATIONS = `insert into notifications (alarm_id, device_id, company_id, branch_id, type, acknowledged_at, acknowledged_by_id, created_at)
  select id, device_id, company_id, branch_id, 'ALARM', acknowledged_at, acknowledged_by_id, opened_at from alarms order by id`

/** One of five alarms, another fifth of the watches each day. */
const TASKS = `insert into tasks (title, device_id, device_name, device_imei, alarm_id, company_id, branch_id, status, monitoring_type, alert_type,
    severity, assigned_to_id, due_at, created_at, updated_at)
  select 'Look after ' || lower(kind) || ' ' || a.id, d.id, d.name, d.imei, a.id, a.company_id, a.branch_id,
    case when closed_at is not null then 'DONE' else (array['OPEN', 'IN_PROGRESS', 'DEFERRED'])[1 + a.id / 5 % 3] end,
    'VITALS', kind, severity, case when closed_at is not null then 41 + a.branch_id end,
    opened_at + interval '15 minutes', opened_at, opened_at
  from alarms a join devices d on d.id = a.device_id where (a.id + a.id / 100000) % 5 = 0 order by a.id`

/** A month of what people did, one trace every five seconds. */
const AUDIT = `insert into audit_log (at, user_id, company_id, action, entity, entity_uuid, address)
  select now() - (500000 - n) * interval '5 seconds', 1 + n * 31 % 441, (n - 1) % 40 + 1,
    (array['viewed', 'updated', 'created', 'signedIn'])[1 + n % 4], (array['device', 'user', 'task', 'session'])[1 + n % 4],
    (select uuid::text from devices where id = 1 + n % 1000), '10.0.0.1'
  from generate_series(1, 500000) n`

const HALF = 500_000

async function withoutTriggers(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(`${NAMES}; ${PLACES}`)
    await work(client)
  } finally {
    await client.end()
  }
}

/** 100,000 watches, 50,000 people, 1,000,000 alarms with a notification each, 200,000 tasks and 500,000 audit traces in 40 companies, on a database nobody has written to. */
export async function buildLargeDatabase(url: string): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  await withoutTriggers(url, async (client) => {
    await client.query(COMPANIES)
    await client.query(USERS, [hash])
    await client.query(DEVICES)
  })
  await Promise.all(
    [1, HALF + 1].map((first) =>
      withoutTriggers(url, (client) => client.query(ALARMS, [first, first + HALF - 1])),
    ),
  )
  await Promise.all(
    [NOTIFICATIONS, `${TASKS}; ${AUDIT}`].map((fill) => withoutTriggers(url, (client) => client.query(fill))),
  )
  await withoutTriggers(url, (client) => client.query('vacuum analyze'))
  await withoutTriggers(url, (client) => client.query('checkpoint'))
}
