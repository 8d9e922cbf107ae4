import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { severities, type Severity } from '@carewatch/contracts/alarms'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Communication } from '@medplum/fhirtypes'
import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { personOf } from '../../access/persons.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { firstId, isOfIncidents } from '../../alarms/of-incident.ts'
import { type Asked, datesFor, isAskedFor } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, inGroups, type Search } from '../source.ts'
import { alarmsNamed, alarmsSeen, changedAtOf } from './alarms-asked.ts'
import { type About, loadAlarms } from './flags.ts'
import { columnsOf, isAfterIn, orderFor, placeIn } from './in-order.ts'

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
const changedLast = sql<Date>`(select max(${changedAtOf(others)}) ${ofOthers})`

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
  { uuid, whole, alarms: all }: Incident & { uuid: string },
  first: About,
  language: Search['caller']['language'],
): Communication {
  const { alarm } = first
  const sender = alarm.deviceUuid
  return {
    resourceType: 'Communication',
    id: uuid,
    meta: { lastUpdated: whole.changedAt.toISOString() },
    identifier: identifier(uuid),
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

/** A condition on the first alarm of an incident: the caller may see any of its alarms, and of whom it is asked. */
const anySeen = (search: Search): SQL | undefined =>
  or(
    alarmsSeen(search),
    // In there `alarms` are those that came later.
    sql`${alarms.id} in (select ${alarms.incidentId} from ${alarms} where ${alarms.incidentId} is not null and ${alarmsSeen(search)})`,
  )

/** Incidents, by their first alarms: of each as many of its alarms as the caller may see, if any. */
export async function* communications(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const which = and(
    anySeen(search),
    alarmsNamed(asked, changedLast),
    isNull(alarms.incidentId),
    isInState(asked),
    ...isMoment(alarms.openedAt, datesFor(asked, 'sent')),
  )
  const moments = { sent: alarms.openedAt, _lastUpdated: changedLast }
  const order = orderFor(asked, { uuid: alarms.uuid, moments })
  const { id, uuid, openedAt } = alarms
  const at = (order.name === '_lastUpdated' ? changedLast : sql<Date>`${openedAt}`).mapWith(openedAt)
  const placeOf = (first: { uuid: string; at: Date }): string => placeIn(order, first.at, first.uuid)
  const firsts = inBatches(
    asked.after,
    (after) =>
      needed.db
        .select({ id, uuid, at })
        .from(alarms)
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH),
    placeOf,
  )
  for await (const some of inGroups(firsts, AT_ONCE)) {
    const incidents = await loadIncidents(
      search,
      some.map((first) => first.id),
    )
    for (const row of some) {
      const incident = incidents.get(row.id)
      const first = incident?.alarms.find(({ alarm }) => alarm.uuid === row.uuid) ?? incident?.alarms[0]
      if (!incident || !first) continue
      const resource = communicationOf({ uuid: row.uuid, ...incident }, first, caller.language)
      const people = incident.alarms.flatMap(({ alarm, wearerUuid }) =>
        personOf({ wearerUuid, deviceUuid: alarm.deviceUuid }),
      )
      yield { resource, people, place: placeOf(row) }
    }
  }
}
