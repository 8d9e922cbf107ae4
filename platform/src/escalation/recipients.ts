import type { Language } from '@carewatch/contracts/languages'
import { staffAlarms } from '@carewatch/contracts/alarms'
import { type RecipientGroup, staffGroups } from '@carewatch/contracts/escalation'
import type pg from 'pg'

/** A person whom a step tells: somebody with an account, or a relative of whom only a number or an address is known. */
export type Recipient = {
  userId: number | null
  relativeId: number | null
  language: Language
  name: string
  userUuid: string | null
  hasPush: boolean
  /** Only where they want messages on it. */
  phone: string | null
  email: string | null
  telegramChatId: string | null
  /** Null: it is not night for them. */
  quietUntil: Date | null
}

/**
 * What is told of: its company, branch, device, and whose that is. An alarm of somebody who wore the device before, which came late,
 * is told to who was responsible for them, and to nobody around who wears it now. So is one of a device that changes hands this moment, as was
 * planned: until that is done, the device is still of those around who wore it until then.
 */
const OF_ALARMS = `
select a.id as key, a.company_id, a.branch_id, case when own.is then d.id end as device_id, owner.id as owner_id, o.supervisor_id, o.selected_language, c.manager_id, a.kind
from alarms a left join devices d on d.id = a.device_id
cross join lateral (select a.wearer_id is not distinct from present_wearer(d.id) and (planned_change(d.id) <= now()) is not true as is) own
cross join lateral (select case when own.is then d.owner_id else (
  select r.user_id from wearer_relations r join users u on u.id = r.user_id and u.is_active and u.deleted_at is null
  where r.wearer_id = a.wearer_id and r.kind = 'OWNER' and r.until is null order by r.id limit 1) end as id) owner
left join users o on o.id = owner.id left join companies c on c.id = a.company_id where a.id`
const OF_ALARM = `${OF_ALARMS} = $1`
const OF_DEVICE = `
select d.id as key, d.company_id, d.branch_id, d.id as device_id, d.owner_id, o.supervisor_id, o.selected_language, c.manager_id, null::text as kind
from devices d left join users o on o.id = d.owner_id left join companies c on c.id = d.company_id where d.id = $1`
const OF_BRANCH = `
select b.id as key, b.company_id, b.id as branch_id, null::int as device_id, null::int as owner_id, null::int as supervisor_id,
  null::text as selected_language, c.manager_id, null::text as kind
from branches b join companies c on c.id = b.company_id where b.id = $1`

/**
 * The browsers of `u`, whichever account of theirs they were signed in as. One whose sign-in is older than what the company of `u` ended is not told of
 * its alarms: from there nobody comes to it without signing in anew.
 */
export const BROWSERS_OF_U = `
select p.id, p.endpoint, p.p256dh, p.auth from push_subscriptions p left join sessions s on s.id = p.session_id
where p.user_id = any(array(select o.id from users o where o.id = u.id or o.identity_id = u.identity_id))
  and (u.signed_out_at is null or coalesce(s.created_at, p.created_at) >= u.signed_out_at)`

export type Meaning = { key: string; at: string; without: string }

/**
 * Who is meant by each group at a time, `key` tells rows of several apart; `without` somebody. Where a branch keeps a list of who is on duty, only those;
 * where it keeps none, all of its nurses. Where the manager who was named is let in no longer, or none is, whoever holds the role in the company.
 */
export const named = ({ key, at, without }: Meaning): string => `
  select ${key} 'SUPERVISOR' as who, supervisor_id as user_id, null::int as relative_id from about
  union all select ${key} 'OWNER', owner_id, null from about
  union all select ${key} 'MANAGER', manager_id, null from about
  union all select ${key} 'MANAGER', m.id, null from about join users m on m.company_id = about.company_id and m.role = 'MANAGER'
    where m.is_active and m.deleted_at is null
      and not exists (select from users n where n.id = about.manager_id and n.is_active and n.deleted_at is null and n.id is distinct from ${without})
  union all select ${key} 'RELATIVES_' || r.sos_priority, r.user_id, r.id from about join relatives r on r.device_id = about.device_id
  union all select ${key} 'NURSES', n.user_id, null from about join branch_nurses n on n.branch_id = about.branch_id
    where not exists (select from duties where branch_id = about.branch_id and deleted_at is null)
  union all select ${key} 'NURSES', y.user_id, null from about join duties y on y.branch_id = about.branch_id
    where y.deleted_at is null and y.from_at <= ${at} and ${at} < y.to_at`

const NOW: Meaning = { key: 'about.key,', at: 'now()', without: 'null' }
const recipientsSql = (about: string, who = named(NOW)): string => `
with about as (${about}),
named as (${who}),
recipients as (
  select distinct on (about.key, coalesce(u.identity_id, u.id, -r.id)) about.key, u.id as "userId", case when u.id is null then r.id end as "relativeId",
    case when u.id is null then r.name else trim(concat(u.first_name, ' ', u.last_name)) end as name, u.uuid as "userUuid",
    coalesce(u.selected_language, about.selected_language, 'en') as language,
    exists (${BROWSERS_OF_U}) as "hasPush",
    case when u.send_sms or r.sms_alerts then coalesce(u.contact_number, r.phone) end as phone,
    coalesce(i.email, u.email, r.email) as email,
    case when u.telegram_status = 'REGISTERED' then u.telegram_chat_id end as "telegramChatId",
    coalesce(u.quiet_from, '22:00')::time as quiet_from, coalesce(u.quiet_to, '07:00')::time as quiet_to,
    now() at time zone coalesce(u.time_zone, b.time_zone, 'UTC') as here, coalesce(u.time_zone, b.time_zone, 'UTC') as zone
  from named join about on about.key = named.key left join users u on u.id = named.user_id left join users i on i.id = u.identity_id left join relatives r on r.id = named.relative_id
  left join branches b on b.id = about.branch_id
  where named.who = any($2::text[]) and ((about.kind = any($3::text[])) is not true or named.who = any($4::text[]))
    and ((u.is_active and u.deleted_at is null) or (named.user_id is null and r.id is not null))
  order by about.key, coalesce(u.identity_id, u.id, -r.id), (u.company_id is not distinct from about.company_id) desc, u.id, r.sms_alerts desc nulls last)
select key, "userId", "relativeId", name, "userUuid", language, "hasPush", phone, email, "telegramChatId",
  case when quiet_from <> quiet_to and case when quiet_from < quiet_to
      then here::time >= quiet_from and here::time < quiet_to else here::time >= quiet_from or here::time < quiet_to end
    then (here::date + quiet_to + case when here::time >= quiet_to then interval '1 day' else interval '0' end) at time zone zone
  end as "quietUntil"
from recipients`

/** Which of two a watch is may be for the administrators to find out, who arbitrate between companies, and why many are silent too: they are called with the manager. */
const WITH_MANAGER = `
  union all select about.key, 'MANAGER', a.id, null from about cross join lateral (
    select id from users where role = 'ADMIN' and is_active and deleted_at is null and about.kind in ('IDENTITY_CONFLICT', 'OUTAGE') offset 0) a`
const OF_MANY = `${OF_ALARMS} = any($1::int4[])`
const RECIPIENTS_OF_ALARM = recipientsSql(OF_ALARM, named(NOW) + WITH_MANAGER)
const RECIPIENTS_OF_ALARMS = recipientsSql(OF_MANY, named(NOW) + WITH_MANAGER)
/** Where the company or branch is inactive: nobody of it can sign in. */
const ADMINISTRATORS = `
  select about.key, 'ADMIN' as who, a.id as user_id, null::int as relative_id from about join users a on a.role = 'ADMIN' and a.is_active and a.deleted_at is null
  where heard_until(about.company_id, about.branch_id) is not null`
const ADMINISTRATORS_OF_ALARM = recipientsSql(OF_ALARM, ADMINISTRATORS)
const ADMINISTRATORS_OF_ALARMS = recipientsSql(OF_MANY, ADMINISTRATORS)
const RECIPIENTS_OF_DEVICE = recipientsSql(OF_DEVICE)
const RECIPIENTS_OF_BRANCH = recipientsSql(OF_BRANCH)

type Db = pg.ClientBase | pg.Pool
type Groups = readonly RecipientGroup[]

type Row = Recipient & { key: number }
const withoutKey = ({ key: _, ...person }: Row): Recipient => person

/** Whom these groups mean for this alarm, each once: of somebody who works with several companies, the account that is of the alarm's. */
export async function recipientsOf(db: Db, alarmId: number, groups: Groups): Promise<Recipient[]> {
  return (await recipientsOfAll(db, [alarmId], groups)).get(alarmId) ?? []
}

/** As `recipientsOf`, by alarm. */
export async function recipientsOfAll(
  db: Db,
  alarmIds: readonly number[],
  groups: Groups,
): Promise<Map<number, Recipient[]>> {
  const meant = [groups, staffAlarms, staffGroups]
  const [id, ...others] = alarmIds
  if (id === undefined) return new Map()
  // Of one: named, so that it is planned once a connection, for planning takes five times as long as running it. A list would be planned each time.
  const { rows } =
    others.length === 0
      ? await db.query<Row>({ name: 'recipients', text: RECIPIENTS_OF_ALARM, values: [id, ...meant] })
      : await db.query<Row>(RECIPIENTS_OF_ALARMS, [alarmIds, ...meant])
  return byAlarm(rows)
}

/** Who is called where nobody of an inactive company or branch can be; where it is active, nobody. */
export async function administratorsOfAll(
  db: Db,
  alarmIds: readonly number[],
): Promise<Map<number, Recipient[]>> {
  const meant = [['ADMIN'], staffAlarms, ['ADMIN']]
  const [id, ...others] = alarmIds
  if (id === undefined) return new Map()
  const { rows } =
    others.length === 0
      ? await db.query<Row>({ name: 'administrators', text: ADMINISTRATORS_OF_ALARM, values: [id, ...meant] })
      : await db.query<Row>(ADMINISTRATORS_OF_ALARMS, [alarmIds, ...meant])
  return byAlarm(rows)
}

function byAlarm(rows: readonly Row[]): Map<number, Recipient[]> {
  const all = new Map<number, Recipient[]>()
  for (const row of rows) all.set(row.key, [...(all.get(row.key) ?? []), withoutKey(row)])
  return all
}

/** Whom they would mean if this watch, or something in this branch, rang now. */
export async function recipientsIf(
  db: Db,
  rings: { deviceId: number } | { branchId: number },
  groups: Groups,
): Promise<Recipient[]> {
  const query = 'deviceId' in rings ? RECIPIENTS_OF_DEVICE : RECIPIENTS_OF_BRANCH
  const id = 'deviceId' in rings ? rings.deviceId : rings.branchId
  const { rows } = await db.query<Row>(query, [id, groups, staffAlarms, staffGroups])
  return rows.map(withoutKey)
}

export const ALONE_OF = {
  DEVICE: `
select p.id as key, p.at, d.company_id, d.branch_id, d.id as device_id, d.owner_id, o.supervisor_id, c.manager_id
from asked p join devices d on d.id = p.id left join users o on o.id = d.owner_id left join companies c on c.id = d.company_id`,
  BRANCH: `
select p.id as key, p.at, b.company_id, b.id as branch_id, null::int as device_id, null::int as owner_id, null::int as supervisor_id, c.manager_id
from asked p join branches b on b.id = p.id join companies c on c.id = b.company_id`,
}

/** Those of which somebody is meant, who is let in, and nobody else would be without them: with an account, or known by a number alone. */
const aloneSql = (about: string): string => `
with asked as (select id, coalesce(at, now()) as at from unnest($1::int[], $2::timestamptz[]) p (id, at)),
about as (${about}),
named as (${named({ key: 'about.key, about.at,', at: 'about.at', without: '$4::int' })}),
meant as (
  select n.key, n.at, n.who, n.user_id from named n left join users u on u.id = n.user_id
  where n.who = any($3::text[]) and ((u.is_active and u.deleted_at is null) or (n.user_id is null and n.relative_id is not null)))
select distinct key as id from meant group by key, at having bool_and(user_id is not distinct from $4 and who = any($5::text[]))`

const ALONE = { DEVICE: aloneSql(ALONE_OF.DEVICE), BRANCH: aloneSql(ALONE_OF.BRANCH) }

/** A watch or a branch that would ring; without a time: now. */
export type Ringing = { id: number; at?: Date }

/** Those of which the groups would mean this account and nobody else, and the account as none but those of `as`. */
export async function reachedByAlone(
  db: Db,
  userId: number,
  {
    kind,
    rings,
    groups,
    as,
  }: { kind: keyof typeof ALONE; rings: readonly Ringing[]; groups: Groups; as: Groups },
): Promise<Set<number>> {
  const values = [rings.map(({ id }) => id), rings.map(({ at }) => at ?? null), groups, userId, as]
  const { rows } = await db.query<{ id: number }>(ALONE[kind], values)
  return new Set(rows.map(({ id }) => id))
}
