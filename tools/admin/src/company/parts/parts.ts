import type { TableName } from '@carewatch/migrations/roles/grants'
import { care } from './care.ts'
import type { Carried, Facts, Part } from './part.ts'
import { places } from './places.ts'

/** Days and weeks are noted with the readings, as ingest does. */
const WEEKS = `insert into reading_weeks (device_id, metric, week)
  select distinct device_id, metric, date_bin('7 days', time, 'epoch') from coming order by 1, 2, 3 on conflict do nothing`
const DAYS = `insert into reading_days_touched (device_id, day) select distinct device_id, date_bin('1 day', time, 'epoch') from coming`

const facts = {
  readings: { facts: { device_id: 'devices' }, at: 'device_id', made: [WEEKS, DAYS] },
  positions: { facts: { device_id: 'devices' }, at: 'device_id' },
  device_events: { facts: { device_id: 'devices' }, at: 'device_id' },
  sightings: {
    facts: { gateway_id: 'gateways', beacon_id: 'beacons' },
    json: { facts: 'no numbers' },
  },
} as const satisfies Record<string, Facts>

const SECRET = 'it is a secret of the old installation'
const MACHINE = 'it is of the machines, not of a company'
const EVERYBODYS = 'it is everybody’s'
const ASIDE = 'it is done, or asked for anew'

/** A table that is left out does not compile. */
export const parts: Record<TableName, Part> = {
  ...places,
  ...care,
  ...facts,
  articles: { left: EVERYBODYS },
  audit_chain: { made: 'what comes is sealed in the chain of the new installation' },
  audit_seals: { made: 'what comes is sealed in the chain of the new installation' },
  broker_nodes: { left: MACHINE },
  channel_states: { left: MACHINE },
  clock_rounds: { left: MACHINE },
  company_arrivals: { left: MACHINE },
  device_claims: { left: 'whose a watch is, is decided among the companies of one installation' },
  device_models: { made: 'a model that the new installation does not know is added by its name' },
  failed_tries: { left: SECRET },
  fhir_exports: { left: ASIDE },
  fleet_job_devices: { left: ASIDE },
  fleet_jobs: { left: ASIDE },
  invitations: { left: 'its link leads to the old installation' },
  known_places: { left: SECRET },
  mobile_cells: { left: EVERYBODYS },
  outgoing_events: { left: 'what webhooks are sent goes from the old installation' },
  outgoing_readings: { left: 'what webhooks are sent goes from the old installation' },
  pairing_codes: { left: SECRET },
  passkey_challenges: { left: SECRET },
  passkeys: { left: 'it is bound to the address of the old installation' },
  pending_evaluations: { left: 'the old installation evaluates it within seconds' },
  personal_links: { left: SECRET },
  products: { left: EVERYBODYS },
  push_subscriptions: { left: SECRET },
  reading_days: { made: 'days are summed anew, of the readings' },
  reading_days_known: { left: MACHINE },
  reading_days_touched: { made: 'days are summed anew, of the readings' },
  reading_weeks: { made: 'weeks are noted anew, of the readings' },
  reading_weeks_known: { left: MACHINE },
  rejected_messages: { left: 'it could not be read, and is kept for a week' },
  sessions: { left: SECRET },
  set_up_messages: { left: 'it pointed a watch to the old installation' },
  signed_requests: { left: SECRET },
  telegram_links: { left: SECRET },
  unknown_beacons: { left: 'it is nobody’s, and is received anew' },
  unregistered_devices: { left: 'it is nobody’s' },
  watch_findings: { left: MACHINE },
  webhook_deliveries: { left: SECRET },
  webhook_tries: { left: SECRET },
  webhooks: { left: SECRET },
}

const entries = Object.entries(parts)

/** Tables whose rows go as rows. */
export const carried: ReadonlyMap<string, Carried> = new Map(
  entries.flatMap(([table, part]) => ('rows' in part ? [[table, part] as const] : [])),
)

/** Tables of facts, which come in parts. */
export const factTables: ReadonlyMap<string, Facts> = new Map(
  entries.flatMap(([table, part]) => ('facts' in part ? [[table, part] as const] : [])),
)
