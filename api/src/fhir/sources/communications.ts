import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { severities, type Severity } from '@carewatch/contracts/alarms'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Communication } from '@medplum/fhirtypes'
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { personOf } from '../../access/persons.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { firstId, isOfIncidents } from '../../alarms/of-incident.ts'
import { type Asked, datesFor, isAskedFor } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, inGroups, type Search } from '../source.ts'
import { alarmsAsked, changedAtOf } from './alarms-asked.ts'
import { type About, loadAlarms } from './flags.ts'
import { isUuidAfter } from './uuid-after.ts'

/** More alarms one incident does not name. */
const MOST_ALARMS = 100
/** So many incidents are loaded at a time. */
const AT_ONCE = 50

const ALERT = {
  system: 'http://terminology.hl7.org/CodeSystem/communication-category',
  code: 'alert',
  display: 'Alert',
}
const priorities: Record<Severity, NonNullable<Communication['priority']>> = {
  CRITICAL: 'stat',
  HIGH: 'urgent',
  MEDIUM: 'asap',
  LOW: 'routine',
}

const others = alias(alarms, 'of_incident')
const ofOthers = sql`from ${alarms} ${others} where (${others.id} = ${alarms.id} or ${others.incidentId} = ${alarms.id}) and not ${others.rehearsal}`
/** Of the first alarm of an incident: one of its alarms is open. */
const isOpen = sql`exists (select ${ofOthers} and ${others.closedAt} is null)`
/** Of the first alarm of an incident: when something of any of its alarms changed last. */
const changedLast = sql`(select max(${changedAtOf(others)}) ${ofOthers})`

function isInState(asked: Asked): SQL | undefined {
  const [open, over] = [isAskedFor(asked, 'status', 'in-progress'), isAskedFor(asked, 'status', 'completed')]
  if (open && over) return undefined
  if (open) return isOpen
  return over ? sql`not ${isOpen}` : sql`false`
}

/** What all alarms of an incident make together, however many there are. */
type Whole = {
  isOpen: boolean
  changedAt: Date
  answeredAt: Date | null
  severities: Severity[]
}

const gravestOf = (found: readonly Severity[]): Severity =>
  severities.findLast((severity) => found.includes(severity)) ?? 'CRITICAL'

type Incident = { whole: Whole; alarms: readonly About[] }

/** An incident as it was told: of whom, how urgent by its gravest alarm, each alarm of it in words as they came, and when somebody first answered. */
function communicationOf(
  first: About,
  { whole, alarms: all }: Incident,
  language: Search['caller']['language'],
): Communication {
  const { alarm } = first
  const sender = alarm.deviceUuid
  return {
    resourceType: 'Communication',
    id: alarm.uuid,
    meta: { lastUpdated: whole.changedAt.toISOString() },
    identifier: identifier(alarm.uuid),
    status: whole.isOpen ? 'in-progress' : 'completed',
    category: [{ coding: [ALERT] }],
    priority: priorities[gravestOf(whole.severities)],
    ...(first.wearerUuid !== null && {
      subject: { reference: `Patient/${first.wearerUuid}`, type: 'Patient' },
    }),
    about: all.map((one) => ({ reference: `Flag/${one.alarm.uuid}`, type: 'Flag' })),
    sent: alarm.openedAt.toISOString(),
    ...(whole.answeredAt !== null && { received: whole.answeredAt.toISOString() }),
    ...(sender !== null && { sender: { reference: `Device/${sender}`, type: 'Device' } }),
    payload: all.map((one) => ({ contentString: alarmMessage(language, one.alarm) })),
  }
}

/** Incidents by the ids of their first alarms: what the caller may see of each, in few statements however many they are. */
async function loadIncidents({ needed: { db }, caller }: Search, firstIds: readonly number[]) {
  const ofThem = and(isOfIncidents(firstIds), visibleAlarms(caller), eq(alarms.rehearsal, false))
  const wholes = await db
    .select({
      first: firstId,
      isOpen: sql<boolean>`bool_or(${alarms.closedAt} is null)`,
      changedAt: sql<Date>`max(${changedAtOf(alarms)})`.mapWith(alarms.openedAt),
      answeredAt: sql<Date | null>`min(${alarms.acknowledgedAt})`.mapWith(alarms.openedAt),
      severities: sql<Severity[]>`array_agg(distinct ${alarms.severity})`,
    })
    .from(alarms)
    .where(ofThem)
    .groupBy(firstId)
  const place = sql<number>`row_number() over (partition by ${firstId} order by ${alarms.id})`.as('place')
  const numbered = db
    .select({ id: alarms.id, uuid: alarms.uuid, first: firstId.as('first'), place })
    .from(alarms)
    .where(ofThem)
  const named = numbered.as('numbered')
  const picked = await db
    .select({ id: named.id, uuid: named.uuid, first: named.first })
    .from(named)
    .where(lte(named.place, MOST_ALARMS))
    .orderBy(asc(named.id))
  const loaded = await loadAlarms(
    db,
    caller,
    picked.map(({ id }) => id),
  )
  const byUuid = new Map(loaded.map((one) => [one.alarm.uuid, one]))
  const byFirst = Map.groupBy(picked, ({ first }) => first)
  return new Map(
    wholes.map(({ first, ...whole }): [number, Incident] => [
      first,
      { whole, alarms: (byFirst.get(first) ?? []).flatMap(({ uuid }) => byUuid.get(uuid) ?? []) },
    ]),
  )
}

/** Incidents, by their first alarm, where the caller may see that one; of the others as many as they may see. */
export async function* communications(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const which = and(
    alarmsAsked(search, changedLast),
    isNull(alarms.incidentId),
    isInState(asked),
    ...isMoment(alarms.openedAt, datesFor(asked, 'sent')),
  )
  const firsts = inBatches(
    asked.after,
    (after) =>
      needed.db
        .select({ id: alarms.id, uuid: alarms.uuid })
        .from(alarms)
        .where(and(which, isUuidAfter(alarms.uuid, after)))
        .orderBy(asc(alarms.uuid))
        .limit(BATCH),
    ({ uuid }) => uuid,
  )
  for await (const some of inGroups(firsts, AT_ONCE)) {
    const incidents = await loadIncidents(
      search,
      some.map(({ id }) => id),
    )
    for (const { id, uuid } of some) {
      const incident = incidents.get(id)
      const first = incident?.alarms.find(({ alarm }) => alarm.uuid === uuid)
      if (!incident || !first) continue
      const resource = communicationOf(first, incident, caller.language)
      const people = incident.alarms.flatMap(({ alarm, wearerUuid }) =>
        personOf({ wearerUuid, deviceUuid: alarm.deviceUuid }),
      )
      yield { resource, people, place: uuid }
    }
  }
}
