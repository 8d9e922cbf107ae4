import type { Rights, TableName } from './grants.ts'

/**
 * Whose the rows of a table are.
 * `staff`: which of them what is asked on behalf of a company's staff sees and writes, as a condition; `adds`: which it may add, where that is more;
 * `may`: what it does with them, where that is less than the interface does as itself.
 * `apart`: why the interface asks for them as itself alone, by rules of its own; that role has no right on them.
 * `shared`: why they are nobody's; that role reads them.
 */
export type Whose = { staff: string; adds?: string; may?: Rights } | { apart: string } | { shared: string }

/** Asked once for a statement, not for each row. */
const COMPANY = `(select current_setting('carewatch.company')::integer)`

const own = { staff: `company_id = ${COMPANY}` }
const ownOrNobodys = { staff: `company_id = ${COMPANY} or company_id is null` }

/** A row is the company's where the one that it names is: seen through the policy of that table. `offset 0`: each is looked up, and no second way is planned. */
const isOf = (table: TableName, column: string): string =>
  `exists (select from ${table} whose where whose.id = ${column} offset 0)`
const of = (table: TableName, column: string): Whose => ({ staff: isOf(table, column) })

/** Colleagues and customers, administrators by name, and whoever is around the company's watches and people. */
const PEOPLE = `company_id = ${COMPANY} or (company_id is null and role = 'ADMIN') or is_around(id, ${COMPANY})`

const SECRETS = 'holds nothing but secrets'
const FACTS = 'nothing in its rows says whose they are, and a policy would be asked for each of thousands'
const PARTS = 'the interface has nothing to do with it'

/** A table that says nothing does not compile. */
export const rowsOf: Record<TableName, Whose> = {
  alarm_history: of('alarms', 'alarm_id'),
  alarm_receipts: of('alarms', 'alarm_id'),
  alarms: ownOrNobodys,
  api_keys: own,
  articles: { shared: 'texts for everybody' },
  // Who had a watch before decides what its house sees now: all of a watch's, and all of a person's.
  assignments: { staff: `${isOf('devices', 'device_id')} or ${isOf('wearers', 'wearer_id')}` },
  audit_chain: { apart: PARTS },
  // What is done to what is no company's is written down for nobody's staff.
  audit_log: { ...own, adds: ownOrNobodys.staff },
  audit_seals: { apart: PARTS },
  beacon_facts: of('beacons', 'beacon_id'),
  beacons: { staff: `branch_id is null or ${isOf('branches', 'branch_id')}` },
  bookmarks: of('devices', 'device_id'),
  branch_nurses: of('branches', 'branch_id'),
  branch_papers: own,
  branches: own,
  broker_nodes: { apart: PARTS },
  channel_states: { shared: 'which channels work' },
  clock_rounds: { apart: PARTS },
  companies: { staff: `id = ${COMPANY}` },
  company_arrivals: { apart: PARTS },
  deliveries: of('alarms', 'alarm_id'),
  device_claims: own,
  device_commands: of('devices', 'device_id'),
  device_events: { apart: FACTS },
  device_models: { shared: 'what is on the market' },
  device_networks: of('devices', 'device_id'),
  device_proofs: of('devices', 'device_id'),
  device_status: of('devices', 'device_id'),
  devices: ownOrNobodys,
  duties: of('branches', 'branch_id'),
  escalation_chains: own,
  escalations: of('alarms', 'alarm_id'),
  failed_tries: { apart: SECRETS },
  fences: of('devices', 'device_id'),
  figure_mails: { apart: 'what somebody asked for themselves is nobody else’s' },
  fhir_exports: own,
  fleet_job_devices: { apart: 'a job is nobody’s but of whoever asked for it' },
  fleet_jobs: { apart: 'a job is nobody’s but of whoever asked for it' },
  floor_plans: of('branches', 'branch_id'),
  gateways: ownOrNobodys,
  home_networks: { apart: FACTS },
  identity_conflicts: of('devices', 'device_id'),
  incident_files: ownOrNobodys,
  invitations: {
    staff: `company_id = ${COMPANY} or (company_id is null and ${isOf('devices', 'device_id')})`,
  },
  kept_relatives: of('wearers', 'wearer_id'),
  mobile_cells: { apart: PARTS },
  notifications: ownOrNobodys,
  known_places: { apart: SECRETS },
  onboarding_requests: of('devices', 'device_id'),
  outgoing_events: own,
  outgoing_readings: { apart: FACTS },
  pairing_codes: { apart: SECRETS },
  passkey_challenges: { apart: SECRETS },
  // Whether somebody has one is shown of them; what it is made of is hidden (`hiddenFromStaff`).
  personal_links: { apart: SECRETS },
  passkeys: { staff: isOf('users', 'user_id'), may: 'r' },
  pending_evaluations: { apart: FACTS },
  positions: { apart: FACTS },
  presences: of('beacons', 'beacon_id'),
  products: { shared: 'what is for sale' },
  push_subscriptions: { apart: SECRETS },
  reading_days: { apart: FACTS },
  reading_days_known: { shared: 'one row, which days of all houses are summed' },
  reading_days_touched: { apart: FACTS },
  reading_weeks: { apart: FACTS },
  reading_weeks_known: { shared: 'one row, how far back a table of all houses reaches' },
  readings: { apart: FACTS },
  rejected_messages: { apart: FACTS },
  relatives: of('devices', 'device_id'),
  room_check_logs: of('rooms', 'room_id'),
  room_rule_states: { apart: PARTS },
  room_walks: of('branches', 'branch_id'),
  rooms: of('branches', 'branch_id'),
  rule_states: of('devices', 'device_id'),
  sessions: { apart: SECRETS },
  set_up_messages: of('devices', 'device_id'),
  signed_requests: { apart: SECRETS },
  setting_states: of('devices', 'device_id'),
  sightings: { apart: FACTS },
  task_history: of('tasks', 'task_id'),
  tasks: ownOrNobodys,
  telegram_links: { apart: SECRETS },
  unknown_beacons: of('gateways', 'gateway_id'),
  unregistered_devices: { apart: 'who knocks is of no company yet' },
  uploads: { apart: 'a file hangs on somebody by a text' },
  users: { staff: PEOPLE },
  watch_findings: { shared: 'what is wrong with the portal itself' },
  watch_settings: of('devices', 'device_id'),
  watch_settings_history: of('devices', 'device_id'),
  wearer_care: of('wearers', 'wearer_id'),
  wearer_kept: of('wearers', 'wearer_id'),
  wearer_relations: of('wearers', 'wearer_id'),
  wearer_routines: of('wearers', 'wearer_id'),
  wearers: ownOrNobodys,
  webhook_deliveries: of('webhooks', 'webhook_id'),
  webhook_tries: of('webhook_deliveries', 'delivery_id'),
  webhooks: own,
}
