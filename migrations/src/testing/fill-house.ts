import type pg from 'pg'

/** One row of each table, in the order in which they name one another; `$house` is a company's id, `$n` what no other house has. */
const ROWS: readonly [table: string, values: string][] = [
  ['branches', `(company_id, name, code) values ($house, 'North', 'n$n')`],
  [
    'users',
    `(first_name, user_name, email, password_hash, role, company_id, branch_id) values ('Ruth', 'ruth$n', 'ruth$n@carewatch.test', 'secret', 'OWNER', $house, $branches)`,
  ],
  [
    'api_keys',
    `(company_id, user_id, name, public_id, secret_hash, scopes, created_by_id) values ($house, $users, 'Ward system', 'k$n', 'secret', '[]', $users)`,
  ],
  ['signed_requests', `(api_key_id, name_hash, forget_at) values ($api_keys, 'secret', now())`],
  [
    'webhooks',
    `(company_id, api_key_id, url, topics, secret_locked, created_by_id) values ($house, $api_keys, 'https://example.org', '{alarms}', '\\x01', $users)`,
  ],
  ['rooms', `(branch_id, name) values ($branches, '12')`],
  ['wearers', `(first_name, company_id, branch_id, room_id) values ('Miriam', $house, $branches, $rooms)`],
  [
    'devices',
    `(imei, name, device_model, company_id, branch_id, owner_id, credential_hash) values ('35000000000$n', 'Watch', 'native', $house, $branches, $users, '\\x01')`,
  ],
  [
    'gateways',
    `(name, mac, company_id, branch_id, room_id) values ('Gate', 'aa00000000$n', $house, $branches, $rooms)`,
  ],
  [
    'beacons',
    `(name, mac, device_type, branch_id, room_id, device_id) values ('Tag', 'bb00000000$n', 'TAG', $branches, $rooms, $devices)`,
  ],
  ['assignments', `(wearer_id, device_id, started_at) values ($wearers, $devices, now() - interval '1 day')`],
  ['wearer_relations', `(wearer_id, user_id, kind) values ($wearers, $users, 'OWNER')`],
  ['wearer_routines', `(wearer_id, inactivity_minutes) values ($wearers, 240)`],
  ['wearer_care', `(wearer_id, notes) values ($wearers, 'Diabetes')`],
  ['wearer_kept', `(wearer_id) values ($wearers)`],
  ['kept_relatives', `(wearer_id, user_id, name) values ($wearers, $users, 'Dan')`],
  ['relatives', `(device_id, user_id, name) values ($devices, $users, 'Dan')`],
  [
    'alarms',
    `(device_id, company_id, branch_id, kind, category, severity, opened_at, last_at) values ($devices, $house, $branches, 'SOS', 'PHYSIOLOGICAL', 'CRITICAL', now(), now())`,
  ],
  [
    'incident_files',
    `(number, alarm_id, company_id, hash, was_open, issued_at, issued_by_id) values ('$n', $alarms, $house, '\\x01', false, now(), $users)`,
  ],
  [
    'branch_papers',
    `(kind, number, company_id, branch_id, from_at, to_at, hash, content, was_open, issued_at) values ('SHIFT_SHEET', 'p$n', $house, $branches, now(), now(), '\\x01', '{}', false, now())`,
  ],
  ['set_up_messages', `(device_id, company_id, parts) values ($devices, $house, 1)`],
  [
    'fhir_exports',
    `(company_id, user_id, of_patients, types, request) values ($house, $users, true, '{Patient}', 'https://example.org')`,
  ],
  ['fleet_jobs', `(user_id, address, action, total) values ($users, '127.0.0.1', '{}', 1)`],
  ['fleet_job_devices', `(job_id, device_id) values ($fleet_jobs, $devices)`],
  ['alarm_history', `(alarm_id, step) values ($alarms, 'OPENED')`],
  [
    'outgoing_events',
    `(topic, change, company_id, subject_id, subject_uuid, ordered_by) values ('alarms', 'OPENED', $house, $alarms, uuidv7(), 'incident $n')`,
  ],
  ['outgoing_readings', `(readings, count) values ('\\x01', 1)`],
  [
    'webhook_deliveries',
    `(webhook_id, event_id, ordered_by) values ($webhooks, $outgoing_events, 'incident $n')`,
  ],
  ['webhook_tries', `(delivery_id, status, duration_ms) values ($webhook_deliveries, 200, 12)`],
  ['notifications', `(device_id, alarm_id, type) values ($devices, $alarms, 'ALARM')`],
  [
    'tasks',
    `(device_id, alarm_id, title, monitoring_type, severity, due_at) values ($devices, $alarms, 'Call', 'VITALS', 'LOW', now())`,
  ],
  ['task_history', `(task_id, change) values ($tasks, '{}')`],
  ['deliveries', `(alarm_id, user_id, channel, answer_code) values ($alarms, $users, 'SMS', '4711')`],
  ['alarm_receipts', `(alarm_id, user_id, run, channel) values ($alarms, $users, 0, 'IN_APP')`],
  ['escalation_chains', `(company_id, branch_id, family, chain) values ($house, $branches, 'URGENT', '{}')`],
  ['escalations', `(alarm_id, chain) values ($alarms, '{}')`],
  ['duties', `(branch_id, user_id, from_at, to_at) values ($branches, $users, now(), now())`],
  ['branch_nurses', `(branch_id, user_id) values ($branches, $users)`],
  [
    'invitations',
    `(kind, asked_by_id, company_id, email, device_id, token_hash) values ('OWNER', $users, $house, 'x@carewatch.test', $devices, 'hash$n')`,
  ],
  ['audit_log', `(user_id, company_id, action) values ($users, $house, 'viewed')`],
  ['audit_seals', `(position, audit_id, hash, sealed_at) values ($n, $n, '\\x01', now())`],
  ['bookmarks', `(device_id, user_id, at, label) values ($devices, $users, now(), 'Fell')`],
  ['fences', `(device_id, name, lat, lng, radius_m) values ($devices, 'Home', 32, 34, 100)`],
  [
    'device_claims',
    `(imei, device_model, name, company_id) values ('36000000000$n', 'native', 'Watch', $house)`,
  ],
  ['device_commands', `(device_id, kind, expires_at) values ($devices, 'FIND', now())`],
  ['device_events', `(time, device_id, type, received_at) values (now(), $devices, 'SOS', now())`],
  ['device_networks', `(device_id, network) values ($devices, '10.0.0.0/24')`],
  ['device_proofs', `(device_id, how) values ($devices, 'PAIRED')`],
  ['device_status', `(device_id) values ($devices)`],
  ['identity_conflicts', `(device_id, reason) values ($devices, 'PLACES')`],
  [
    'pairing_codes',
    `(device_id, network, code_hash, expires_at) values ($devices, '10.0.0.0/24', '\\x01', now())`,
  ],
  [
    'onboarding_requests',
    `(device_id, shipping, owner, contact_person, device_details, declared_at) values ($devices, '{}', '{}', '{}', '{}', now())`,
  ],
  [
    'home_networks',
    `(device_id, bssid, home_lat, home_lng, hearings, days, last_heard_at) values ($devices, '74da3800000$n', 32, 34, 3, 1, now())`,
  ],
  ['positions', `(time, device_id, lat, lng) values (now(), $devices, 32, 34)`],
  ['readings', `(time, device_id, value, metric) values (now(), $devices, 70, 1)`],
  ['reading_days', `(device_id, metric, day, quarters, whole) values ($devices, 1, now(), '\\x', '\\x')`],
  ['reading_days_touched', `(device_id, day) values ($devices, now())`],
  ['reading_weeks', `(device_id, metric, week) values ($devices, 1, now())`],
  ['rejected_messages', `(device_id, topic, reason, payload) values ($devices, 't', 'format', '\\x01')`],
  ['rule_states', `(device_id, kind, state) values ($devices, 'SOS', '{}')`],
  ['setting_states', `(device_id, setting, revision) values ($devices, 'fallDetection', 1)`],
  ['watch_settings', `(device_id) values ($devices)`],
  ['watch_settings_history', `(device_id, revision, change) values ($devices, 1, '{}')`],
  [
    'beacon_facts',
    `(beacon_id, kind, value, since, at, gateway_id) values ($beacons, 'door', '{}', now(), now(), $gateways)`,
  ],
  ['presences', `(beacon_id, room_id, since, confidence) values ($beacons, $rooms, now(), 1)`],
  [
    'room_walks',
    `(branch_id, room_id, beacon_id, user_id, started_at) values ($branches, $rooms, $beacons, $users, now())`,
  ],
  ['room_rule_states', `(beacon_id, kind, state) values ($beacons, 'DOOR_OPEN', '{}')`],
  ['sightings', `(time, gateway_id, beacon_id, rssi) values (now(), $gateways, $beacons, -60)`],
  [
    'unknown_beacons',
    `(gateway_id, mac, rssi, first_seen_at, last_seen_at, count) values ($gateways, 'cc00000000$n', -60, now(), now(), 1)`,
  ],
  [
    'floor_plans',
    `(branch_id, media_type, width, height, content) values ($branches, 'image/png', 400, 300, '\\x01')`,
  ],
  ['room_check_logs', `(room_id, user_id) values ($rooms, $users)`],
  ['figure_mails', `(user_id, every, due_at) values ($users, 'WEEK', now())`],
  ['sessions', `(user_id, expires_at) values ($users, now())`],
  [
    'push_subscriptions',
    `(user_id, endpoint, p256dh, auth) values ($users, 'https://push.test/$n', 'k', 'a')`,
  ],
  ['telegram_links', `(user_id, code_hash, expires_at) values ($users, '\\x$n', now())`],
  [
    'uploads',
    `(user_id, file_name, media_type, bytes, content) values ($users, 'me.jpg', 'image/jpeg', 1, '\\x01')`,
  ],
  [
    'passkeys',
    `(user_id, credential_id, user_handle, public_key, counter, name) values ($users, 'c$n', 'h$n', '\\x01', 0, 'Mine')`,
  ],
  ['personal_links', `(user_id, kind, public_id, secret_hash) values ($users, 'calendar', 'l$n', 'secret')`],
  ['passkey_challenges', `(challenge, kind, expires_at) values ('c$n', 'signIn', now())`],
  ['failed_tries', `(key, failures, blocked_until, forget_at) values ('k$n', 1, now(), now())`],
  ['known_places', `(key) values ('k$n')`],
  ['pending_evaluations', `(urgent) values (false)`],
  ['unregistered_devices', `(username, address) values ('u$n', '10.0.0.1')`],
  ['broker_nodes', 'default values'],
  [
    'company_arrivals',
    `(company_uuid, device_ids, gateway_ids, arrived_at) values (uuidv7(), '{}', '{}', now())`,
  ],
  [
    'mobile_cells',
    `(mcc, mnc, lac, cid, radio, lat, lng, range_m, samples, updated_at) values (425, 1, 9520, $n, 'GSM', 32, 34, 900, 40, now())`,
  ],
  ['clock_rounds', `(id, at, steady_since) values ($n, now(), now())`],
]

let houses = 10

/** A company with one row of its own in every table that is anybody's. */
export async function fillHouse(owner: pg.ClientBase): Promise<number> {
  const n = String(++houses)
  const { rows } = await owner.query<{ id: number }>(
    `insert into companies (name, code) values ('House', 'h${n}') returning id`,
  )
  const ids = new Map([
    ['house', String(rows[0]?.id)],
    ['n', n],
  ])
  for (const [table, values] of ROWS) {
    // In a database of the version before some are not there yet.
    const { rows: there } = await owner.query('select where to_regclass($1) is not null', [table])
    if (there.length === 0) continue
    const filled = values.replaceAll(/\$([a-z_]+)/g, (_, name: string) => ids.get(name) ?? `no ${name}`)
    const made = await owner.query<{ id?: number }>(`insert into ${table} ${filled} returning *`)
    ids.set(table, String(made.rows[0]?.id))
  }
  return Number(ids.get('house'))
}
