import type { Service } from '@carewatch/platform/database/service-roles'
import type * as alarms from '../schema/alarms.ts'
import type * as apiKeys from '../schema/api-keys.ts'
import type * as audit from '../schema/audit.ts'
import type * as branchPapers from '../schema/branch-papers.ts'
import type * as catalogue from '../schema/catalogue.ts'
import type * as companyArrivals from '../schema/company-arrivals.ts'
import type * as mobileCells from '../schema/mobile-cells.ts'
import type * as devices from '../schema/devices.ts'
import type * as escalation from '../schema/escalation.ts'
import type * as figureMails from '../schema/figure-mails.ts'
import type * as fhir from '../schema/fhir.ts'
import type * as fleet from '../schema/fleet.ts'
import type * as homeNetworks from '../schema/home-networks.ts'
import type * as incidentFiles from '../schema/incident-files.ts'
import type * as invitations from '../schema/invitations.ts'
import type * as onboarding from '../schema/onboarding.ts'
import type * as passkeys from '../schema/passkeys.ts'
import type * as personalLinks from '../schema/personal-links.ts'
import type * as people from '../schema/people.ts'
import type * as proof from '../schema/proof.ts'
import type * as readings from '../schema/readings.ts'
import type * as receipts from '../schema/receipts.ts'
import type * as roomWalks from '../schema/room-walks.ts'
import type * as rooms from '../schema/rooms.ts'
import type * as rules from '../schema/rules.ts'
import type * as settingStates from '../schema/setting-states.ts'
import type * as setUpMessages from '../schema/set-up-messages.ts'
import type * as wearers from '../schema/wearers.ts'
import type * as webhooks from '../schema/webhooks.ts'

type Schema = typeof alarms &
  typeof apiKeys &
  typeof audit &
  typeof branchPapers &
  typeof catalogue &
  typeof companyArrivals &
  typeof mobileCells &
  typeof devices &
  typeof escalation &
  typeof figureMails &
  typeof fhir &
  typeof fleet &
  typeof homeNetworks &
  typeof incidentFiles &
  typeof invitations &
  typeof onboarding &
  typeof passkeys &
  typeof people &
  typeof personalLinks &
  typeof proof &
  typeof readings &
  typeof receipts &
  typeof rooms &
  typeof roomWalks &
  typeof rules &
  typeof settingStates &
  typeof setUpMessages &
  typeof wearers &
  typeof webhooks
type NameOf<Table> = Table extends { _: { name: infer Name extends string; columns: object } } ? Name : never
export type TableName = { [Key in keyof Schema]: NameOf<Schema[Key]> }[keyof Schema]

/** As PostgreSQL writes rights: r(ead), a(dd), w(rite: change), d(elete). A row is also held (`for update`) by the right to change it. */
export type Rights = `${'r' | ''}${'a' | ''}${'w' | ''}${'d' | ''}`

/** What each service does with each table, and nothing else; a table that is left out does not compile. */
export const grants: Record<TableName, Partial<Record<Service, Rights>>> = {
  alarm_history: { rules: 'ra', api: 'raw' },
  alarm_receipts: { rules: 'raw', api: 'raw' },
  alarms: { rules: 'raw', api: 'raw' },
  api_keys: { api: 'raw' },
  articles: { api: 'raw' },
  assignments: { broker: 'r', rules: 'r', api: 'rawd' },
  audit_chain: { rules: 'rw', auditor: 'r' },
  audit_log: { rules: 'r', api: 'ra', auditor: 'r' },
  audit_seals: { rules: 'ra', auditor: 'r' },
  beacon_facts: { broker: 'raw', rules: 'r', api: 'r' },
  beacons: { broker: 'rw', rules: 'r', api: 'raw' },
  bookmarks: { api: 'rawd' },
  branch_nurses: { rules: 'r', api: 'rad' },
  branch_papers: { api: 'rawd' },
  branches: { broker: 'r', rules: 'r', api: 'raw' },
  broker_nodes: { broker: 'rawd', rules: 'rd' },
  channel_states: { rules: 'raw', api: 'r' },
  clock_rounds: { rules: 'raw' },
  companies: { broker: 'r', rules: 'r', api: 'raw' },
  company_arrivals: {},
  deliveries: { rules: 'raw', api: 'raw' },
  device_claims: { rules: 'rd', api: 'raw' },
  device_commands: { broker: 'rw', rules: 'ra', api: 'raw' },
  device_events: { broker: 'ra', rules: 'rd', api: 'r' },
  device_models: { broker: 'r', rules: 'r', api: 'r' },
  device_networks: { broker: 'rawd', rules: 'rd', api: 'rawd' },
  device_proofs: { broker: 'ra', rules: 'r', api: 'raw' },
  device_status: { broker: 'rw', rules: 'rw', api: 'ra' },
  devices: { broker: 'r', rules: 'rw', api: 'raw' },
  duties: { rules: 'r', api: 'raw' },
  escalation_chains: { rules: 'r', api: 'rawd' },
  escalations: { rules: 'raw', api: 'raw' },
  failed_tries: { api: 'rawd' },
  fences: { broker: 'r', rules: 'r', api: 'rawd' },
  figure_mails: { api: 'rawd' },
  fhir_exports: { api: 'rawd' },
  fleet_job_devices: { api: 'rawd' },
  fleet_jobs: { api: 'rawd' },
  floor_plans: { api: 'rawd' },
  gateways: { broker: 'rw', rules: 'rw', api: 'raw' },
  home_networks: { broker: 'rawd', rules: 'rd' },
  identity_conflicts: { broker: 'ra', rules: 'rwd', api: 'r' },
  incident_files: { api: 'raw' },
  invitations: { rules: 'rd', api: 'rawd' },
  kept_relatives: { api: 'rawd' },
  mobile_cells: { broker: 'r' },
  notifications: { rules: 'raw', api: 'raw' },
  known_places: { api: 'rawd' },
  onboarding_requests: { api: 'raw' },
  outgoing_events: { rules: 'rd', api: 'rw' },
  outgoing_readings: { rules: 'rd', api: 'rw' },
  pairing_codes: { broker: 'raw', rules: 'rd', api: 'rwd' },
  passkey_challenges: { api: 'rad' },
  passkeys: { api: 'rawd' },
  personal_links: { api: 'raw' },
  pending_evaluations: { broker: 'ra', rules: 'rawd', api: 'r' },
  positions: { broker: 'raw', rules: 'rd', api: 'rd' },
  presences: { rules: 'rawd', api: 'r' },
  products: { api: 'raw' },
  push_subscriptions: { rules: 'rwd', api: 'rawd' },
  readings: { broker: 'ra', rules: 'rd', api: 'r' },
  reading_days: { rules: 'rawd', api: 'r' },
  reading_days_known: { rules: 'rw', api: 'r' },
  reading_days_touched: { broker: 'a', rules: 'rad', api: 'r' },
  reading_weeks: { broker: 'a', rules: 'rad', api: 'r' },
  reading_weeks_known: { rules: 'rw', api: 'r' },
  rejected_messages: { broker: 'ra', rules: 'rad', api: 'rd' },
  relatives: { rules: 'r', api: 'rawd' },
  room_check_logs: { api: 'raw' },
  room_rule_states: { rules: 'raw' },
  room_walks: { rules: 'rd', api: 'rawd' },
  rooms: { rules: 'r', api: 'raw' },
  rule_states: { rules: 'raw', api: 'rd' },
  sessions: { rules: 'r', api: 'rawd' },
  set_up_messages: { api: 'raw' },
  signed_requests: { api: 'rad' },
  setting_states: { broker: 'raw', rules: 'r', api: 'rw' },
  sightings: { broker: 'ra', rules: 'rd', api: 'r' },
  task_history: { api: 'rawd' },
  tasks: { rules: 'raw', api: 'rawd' },
  telegram_links: { api: 'rawd' },
  unknown_beacons: { broker: 'rawd', rules: 'rd', api: 'r' },
  unregistered_devices: { broker: 'rawd', api: 'r' },
  uploads: { api: 'rawd' },
  users: { broker: 'r', rules: 'rw', api: 'raw' },
  watch_findings: { api: 'raw' },
  watch_settings: { broker: 'rw', rules: 'rw', api: 'raw' },
  watch_settings_history: { rules: 'ra', api: 'raw' },
  wearer_care: { api: 'rawd' },
  wearer_kept: { api: 'rawd' },
  wearer_relations: { rules: 'r', api: 'rawd' },
  wearer_routines: { rules: 'rw', api: 'rawd' },
  wearers: { rules: 'r', api: 'raw' },
  webhook_deliveries: { rules: 'rd', api: 'raw' },
  webhook_tries: { api: 'ra' },
  webhooks: { api: 'raw' },
}

/** What lets somebody in, or is read with a key alone. */
const SIGN_IN = ['password_hash', 'password_reset_hash', 'new_email_hash', 'totp_secret']

/** Columns that a service neither reads nor writes of a table that it reads and writes. */
export const hidden: Partial<Record<Service, Partial<Record<TableName, readonly string[]>>>> = {
  broker: { users: SIGN_IN },
  rules: {
    users: SIGN_IN,
    beacons: ['bind_key', 'identity_key'],
    devices: ['credential_hash'],
    gateways: ['credential_hash'],
    invitations: ['token_hash'],
    pairing_codes: ['code_hash'],
  },
}

/** The same of what the interface asks on behalf of a company's staff: such a column it asks for as itself. */
export const hiddenFromStaff: Partial<Record<TableName, readonly string[]>> = {
  api_keys: ['secret_hash', 'former_hash'],
  beacons: ['bind_key', 'identity_key'],
  deliveries: ['answer_code'],
  devices: ['credential_hash'],
  gateways: ['credential_hash'],
  invitations: ['token_hash'],
  onboarding_requests: ['id_number_locked'],
  passkeys: ['credential_id', 'user_handle', 'public_key', 'counter'],
  users: SIGN_IN,
  wearer_care: ['id_number_locked'],
  webhooks: ['secret_locked', 'former_locked'],
}

export const sequences: Record<string, readonly Service[]> = {
  connections: ['broker'],
  outgoing_positions: ['api'],
  outgoing_readings_positions: ['api'],
}

/** Functions that answer with the rights of their owner, and so are nobody's who is not named. */
export const functions: Record<string, readonly Service[]> = {
  hold_houses: ['api'],
  inherit_routines: ['api'],
  wearer_summary: ['rules', 'api'],
  is_around: ['api'],
  account_name: ['api'],
  /** On TimescaleDB. */
  forget_chunks: ['rules'],
}
