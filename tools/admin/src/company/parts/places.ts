import { type Carried, NOBODY, of, own } from './part.ts'

/** By whom an account signs in, where its person works with several companies. */
const ofIdentity = (column: string): string => `(select i.${column} from users i where i.id = t.identity_id)`
const stays = (table: string, row: string): string =>
  `not exists (select from moved_${table} m where m.id = ${row}.id and not m.is_shade)`
/** Who signs in by the same elsewhere, or sees somebody who stays, has a password that opens more than what moves: it stays. */
export const ALONE = `t.identity_id is null
  and not exists (select from wearer_relations r join wearers w on w.id = r.wearer_id where r.user_id = t.id and (r.until is null or r.until > now()) and w.deleted_at is null and ${stays('wearers', 'w')})
  and not exists (select from devices d where d.owner_id = t.id and d.deleted_at is null and ${stays('devices', 'd')})
  and not exists (select from relatives r join devices d on d.id = r.device_id where r.user_id = t.id and d.deleted_at is null and ${stays('devices', 'd')})`
const alone = (column: string): string => `case when ${ALONE} then t.${column} end`

/** Families: whoever is around the people and watches that go, and has an account of no company. */
const AROUND = `t.company_id is null and t.role <> 'ADMIN' and t.identity_id is distinct from t.id and t.deleted_at is null and (
  exists (select from wearer_relations r join wearers w on w.id = r.wearer_id where r.user_id = t.id and w.company_id = $company)
  or exists (select from wearers w where w.user_id = t.id and w.company_id = $company)
  or exists (select from devices d where d.owner_id = t.id and d.company_id = $company)
  or exists (select from relatives r join devices d on d.id = r.device_id where r.user_id = t.id and d.company_id = $company)
  or exists (select from kept_relatives r join wearers w on w.id = r.wearer_id where r.user_id = t.id and w.company_id = $company))`

const companies: Carried = {
  rows: 't.id = $company',
  json: {
    bookmark_values: 'no numbers',
    limits: 'no numbers',
    routine: 'no numbers',
    two_step_roles: 'no numbers',
    idle_minutes: 'no numbers',
  },
  later: { manager_id: 'null', inactive_since: 'null' },
}

const branches: Carried = {
  rows: own,
  json: { room_statuses: 'no numbers', limits: 'no numbers', routine: 'no numbers' },
  later: { inactive_since: 'null' },
}

const users: Carried = {
  // Whoever administers an installation administers no other by it.
  rows: `(${own} and t.role <> 'ADMIN') or (${AROUND})`,
  bytes: { totp_secret: 'sealed' },
  put: {
    email: `case when t.identity_id is null then t.email else ${ofIdentity('email')} end`,
    user_name: `case when t.identity_id is not null and t.user_name = t.email then ${ofIdentity('email')} else t.user_name end`,
    email_proven_at: `case when t.identity_id is null then t.email_proven_at else ${ofIdentity('email_proven_at')} end`,
    identity_id: 'null',
    password_hash: alone('password_hash'),
    totp_enabled_at: alone('totp_enabled_at'),
    totp_last_step: alone('totp_last_step'),
    password_reset_hash: 'null',
    password_reset_expires_at: 'null',
    new_email: 'null',
    new_email_hash: 'null',
    new_email_expires_at: 'null',
    signed_out_at: 'null',
    telegram_chat_id: 'null',
    telegram_status: "'NONE'",
  },
  shade: {
    uuid: 'uuidv7()',
    user_name: NOBODY,
    email: NOBODY,
    password_hash: 'null',
    must_change_password: 'false',
    role: "'USER'",
    contact_number: 'null',
    country_code: 'null',
    image_url: 'null',
    is_active: 'false',
    supervisor_id: 'null',
    company_id: '$company',
    branch_id: 'null',
    height_cm: 'null',
    weight_kg: 'null',
    gender: 'null',
    smoking: 'null',
    dob: 'null',
    address: 'null',
    telegram_user_name: 'null',
    send_sms: 'false',
    password_expires_at: 'null',
    totp_enabled_at: 'null',
    totp_last_step: 'null',
    email_proven_at: 'null',
    deleted_at: 'coalesce(t.deleted_at, now())',
  },
}

const wearers: Carried = {
  rows: own,
  shade: {
    uuid: 'uuidv7()',
    image_url: 'null',
    dob: 'null',
    sex: 'null',
    language: 'null',
    status: "'LEFT'",
    away_reason: 'null',
    away_until: 'null',
    here_since: 'null',
    company_id: '$company',
    branch_id: 'null',
    room_id: 'null',
    bed: 'null',
    placed_at: 'null',
    user_id: 'null',
    deleted_at: 'coalesce(t.deleted_at, now())',
  },
}

const devices: Carried = {
  rows: own,
  bytes: { credential_hash: 'as they are' },
  // Two that are gone may share what two that are there may not.
  later: { short_identity: 'null', deleted_at: 'now()' },
  shade: {
    uuid: 'uuidv7()',
    imsi: 'null',
    mobile_number: 'null',
    image_url: 'null',
    is_active: 'false',
    owner_id: 'null',
    owner_name: 'null',
    agent_id: 'null',
    company_id: '$company',
    branch_id: 'null',
    home_lat: 'null',
    home_lng: 'null',
    credential_hash: 'null',
    credential_rotated_at: 'null',
    deleted_at: 'coalesce(t.deleted_at, now())',
  },
}

const gateways: Carried = {
  rows: own,
  json: { config: 'no numbers' },
  bytes: { credential_hash: 'as they are' },
  put: { online: 'false', door_id: 'null' },
}

const beacons: Carried = {
  rows: of('branches', 'branch_id'),
  json: { allowed_times: 'no numbers', buttons: 'no numbers' },
  bytes: { bind_key: 'as they are', identity_key: 'as they are' },
  later: { staff_since: 'null' },
}

const roomWalks: Carried = {
  rows: of('branches', 'branch_id'),
  json: {
    readings: {
      becomes: `(select jsonb_agg(jsonb_build_array(coalesce(m.new, -(r.row ->> 0)::int8), r.row -> 1, r.row -> 2) order by r.n)
        from jsonb_array_elements(s.readings) with ordinality r (row, n) left join map_gateways m on m.old = (r.row ->> 0)::int8)`,
    },
    placements: {
      becomes: `(select jsonb_agg(jsonb_build_array(coalesce(g.new, -(r.row ->> 0)::int8), coalesce(m.new, -(r.row ->> 1)::int8)) order by r.n)
        from jsonb_array_elements(s.placements) with ordinality r (row, n)
        left join map_gateways g on g.old = (r.row ->> 0)::int8 left join map_rooms m on m.old = (r.row ->> 1)::int8)`,
    },
  },
}

/** Who and what is where. */
export const places = {
  companies,
  branches,
  users,
  wearers,
  devices,
  gateways,
  beacons,
  rooms: { rows: of('branches', 'branch_id') },
  floor_plans: { rows: of('branches', 'branch_id'), bytes: { content: 'as they are' } },
  branch_nurses: { rows: of('branches', 'branch_id') },
  duties: { rows: of('branches', 'branch_id') },
  room_walks: roomWalks,
  room_check_logs: { rows: of('rooms', 'room_id') },
  presences: { rows: of('beacons', 'beacon_id'), ids: { last_room_id: 'rooms' } },
  beacon_facts: {
    rows: of('beacons', 'beacon_id'),
    ids: { beacon_id: 'beacons', gateway_id: 'gateways' },
    json: { value: 'no numbers' },
  },
  room_rule_states: {
    rows: of('beacons', 'beacon_id'),
    ids: { beacon_id: 'beacons' },
    json: { state: 'no numbers' },
  },
  figure_mails: { rows: of('users', 'user_id'), put: { leased_until: "'-infinity'" } },
  uploads: {
    // Whose picture it is decides, not who sent it; what hangs on nobody is of who sent it.
    rows: `(${of('users', 'user_id')} and t.of_user_id is null and t.device_uuid is null and t.wearer_uuid is null) or ${of('users', 'of_user_id')}
      or exists (select from moved_devices m join devices d on d.id = m.id where d.uuid::text = t.device_uuid and not m.is_shade)
      or exists (select from moved_wearers m join wearers w on w.id = m.id where w.uuid::text = t.wearer_uuid and not m.is_shade)`,
    bytes: { content: 'as they are' },
  },
} as const satisfies Record<string, Carried>
