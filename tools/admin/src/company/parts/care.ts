import { type Carried, of, ofTime, own } from './part.ts'

/** What waited in the old installation is done there, or lapses: nobody is sent twice what was meant once. */
const waited = (states: string, column: string, otherwise: string): string =>
  `case when t.state in (${states}) then ${otherwise} else t.${column} end`
const SENT_THERE = "'QUEUED'"
const NOT_DONE = "'QUEUED', 'SENT'"

const alarms: Carried = {
  rows: own,
  // Triggers look for who wears the watch, and for the incident; of what is open there is one.
  later: { device_id: 'null', wearer_id: 'null', closed_at: 'now()' },
}

const deliveries: Carried = {
  rows: of('alarms', 'alarm_id'),
  ids: { relative_id: 'relatives', gathered_in_id: 'deliveries' },
  put: {
    state: waited(SENT_THERE, 'state', "'SUPPRESSED'"),
    reason: waited(SENT_THERE, 'reason', "'over'"),
    next_at: 'null',
    provider_id: 'null',
    answer_code: 'null',
    shows: 'null',
  },
}

const deviceCommands: Carried = {
  rows: ofTime('created_at'),
  json: { payload: 'no numbers' },
  put: {
    state: waited(NOT_DONE, 'state', "'EXPIRED'"),
    done_at: waited(NOT_DONE, 'done_at', 'coalesce(t.done_at, now())'),
    door_id: 'null',
  },
}

const apiKeys: Carried = {
  rows: own,
  lists: { branch_ids: 'branches' },
  json: { jwks: 'no numbers', scopes: 'no numbers' },
  put: {
    // Of no secret this is the hash.
    secret_hash: "'-'",
    former_hash: 'null',
    former_until: 'null',
    jwks: 'null',
    last_used_from: 'null',
    revoked_at: 'coalesce(t.revoked_at, now())',
  },
}

const watchSettings: Carried = {
  rows: of('devices', 'device_id'),
  json: {
    sos_contacts: 'no numbers',
    phonebook: 'no numbers',
    limits: 'no numbers',
    reminders: 'no numbers',
    reported: 'no numbers',
  },
}

const onboardingRequests: Carried = {
  rows: ofTime('created_at'),
  json: {
    shipping: 'no numbers',
    owner: 'no numbers',
    contact_person: 'no numbers',
    device_details: 'no numbers',
    contacts: 'no numbers',
  },
  bytes: { id_number_locked: 'sealed' },
}

/** What is done for whom. */
export const care = {
  alarms,
  alarm_history: { rows: of('alarms', 'alarm_id'), ids: { relative_id: 'relatives' } },
  alarm_receipts: { rows: of('alarms', 'alarm_id') },
  deliveries,
  escalations: { rows: of('alarms', 'alarm_id'), json: { chain: 'no numbers' } },
  escalation_chains: { rows: own, json: { chain: 'no numbers' } },
  incident_files: {
    rows: own,
    lists: { wearer_ids: 'wearers', user_ids: 'users' },
    bytes: { hash: 'as they are' },
  },
  branch_papers: {
    rows: own,
    lists: { wearer_ids: 'wearers', user_ids: 'users' },
    bytes: { hash: 'as they are' },
  },
  notifications: { rows: own, later: { device_id: 'null' } },
  tasks: { rows: own, later: { device_id: 'null' } },
  task_history: { rows: of('tasks', 'task_id'), json: { change: 'no numbers' } },
  // Of a watch that somebody of another company wore, nobody is named.
  assignments: { rows: of('wearers', 'wearer_id') },
  wearer_relations: { rows: of('wearers', 'wearer_id') },
  wearer_care: { rows: of('wearers', 'wearer_id'), bytes: { id_number_locked: 'sealed' } },
  wearer_kept: {
    rows: of('wearers', 'wearer_id'),
    json: { settings: 'no numbers', fences: 'no numbers' },
  },
  kept_relatives: { rows: of('wearers', 'wearer_id') },
  wearer_routines: {
    rows: of('wearers', 'wearer_id'),
    // What a trigger made of what the company says.
    before: 'delete from wearer_routines where wearer_id in (select new from map_wearers)',
  },
  relatives: { rows: of('devices', 'device_id') },
  fences: {
    // Whose home it was who wore the watch before is still there, deleted: it goes where it is of those that go, or an alarm that goes names it.
    rows: `${of('devices', 'device_id')} and (t.deleted_at is null or (${ofTime('created_at')})
      or t.id in (select a.fence_id from alarms a where a.company_id = $company))`,
    json: { polygon: 'no numbers', schedule: 'no numbers' },
  },
  bookmarks: { rows: ofTime('at') },
  device_commands: deviceCommands,
  device_networks: { rows: of('devices', 'device_id') },
  device_proofs: { rows: of('devices', 'device_id') },
  device_status: {
    rows: of('devices', 'device_id'),
    put: { online: 'false', door_id: 'null', connection: 'null' },
  },
  // Of a home that is no more they mean nothing.
  home_networks: {
    rows: `${of('devices', 'device_id')} and exists (select from devices d where d.id = t.device_id and d.home_lat = t.home_lat and d.home_lng = t.home_lng)`,
  },
  identity_conflicts: { rows: ofTime('at') },
  onboarding_requests: onboardingRequests,
  rule_states: {
    rows: ofTime('updated_at'),
    ids: { device_id: 'devices' },
    json: { state: 'no numbers' },
  },
  setting_states: { rows: of('devices', 'device_id') },
  watch_settings: watchSettings,
  watch_settings_history: { rows: ofTime('at'), json: { change: 'no numbers' } },
  api_keys: apiKeys,
  audit_log: { rows: own, json: { detail: 'no numbers' } },
} as const satisfies Record<string, Carried>
