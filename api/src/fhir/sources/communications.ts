import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import type { Severity } from '@carewatch/contracts/alarms'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Communication } from '@medplum/fhirtypes'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { personOf } from '../../access/persons.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { isOfIncidents } from '../../alarms/of-incident.ts'
import { type Asked, datesFor, isAskedFor } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { alarmsAsked } from './alarms-asked.ts'
import { type About, loadAlarms } from './flags.ts'
import { isUuidAfter } from './uuid-after.ts'

/** More alarms one incident does not name. */
const MOST_ALARMS = 100

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
/** Of the first alarm of an incident: one of its alarms is open. */
const isOpen = sql`exists (select from ${alarms} ${others} where (${others.id} = ${alarms.id} or ${others.incidentId} = ${alarms.id}) and ${others.closedAt} is null)`

function isInState(asked: Asked): SQL | undefined {
  const [open, over] = [isAskedFor(asked, 'status', 'in-progress'), isAskedFor(asked, 'status', 'completed')]
  if (open && over) return undefined
  if (open) return isOpen
  return over ? sql`not ${isOpen}` : sql`false`
}

/** An incident as it was told: of whom, how urgent, each alarm of it in words, and when somebody first answered. */
function communicationOf(
  first: About,
  all: readonly About[],
  language: Search['caller']['language'],
): Communication {
  const { alarm } = first
  const answered = all.flatMap((one) => one.alarm.acknowledgedAt?.getTime() ?? [])
  const isOver = all.every((one) => one.alarm.closedAt !== null)
  const changed = Math.max(...all.map(({ changedAt }) => changedAt.getTime()))
  const sender = alarm.deviceUuid
  return {
    resourceType: 'Communication',
    id: alarm.uuid,
    meta: { lastUpdated: new Date(changed).toISOString() },
    identifier: identifier(alarm.uuid),
    status: isOver ? 'completed' : 'in-progress',
    category: [{ coding: [ALERT] }],
    priority: priorities[alarm.severity],
    ...(first.wearerUuid !== null && {
      subject: { reference: `Patient/${first.wearerUuid}`, type: 'Patient' },
    }),
    about: all.map((one) => ({ reference: `Flag/${one.alarm.uuid}`, type: 'Flag' })),
    sent: alarm.openedAt.toISOString(),
    ...(answered.length > 0 && { received: new Date(Math.min(...answered)).toISOString() }),
    ...(sender !== null && { sender: { reference: `Device/${sender}`, type: 'Device' } }),
    payload: all.map((one) => ({ contentString: alarmMessage(language, one.alarm) })),
  }
}

/** Incidents, by their first alarm, where the caller may see that one; of the others as many as they may see. */
export async function* communications(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const { db } = needed
  const which = and(
    alarmsAsked(search),
    isNull(alarms.incidentId),
    isInState(asked),
    ...isMoment(alarms.openedAt, datesFor(asked, 'sent')),
  )
  const idsWhere = (where: SQL | undefined, most: number) =>
    db
      .select({ id: alarms.id, uuid: alarms.uuid })
      .from(alarms)
      .where(where)
      .orderBy(asc(alarms.uuid))
      .limit(most)
  const firsts = inBatches(
    asked.after,
    (after) => idsWhere(and(which, isUuidAfter(alarms.uuid, after)), BATCH),
    ({ uuid }) => uuid,
  )
  for await (const { id, uuid } of firsts) {
    const ofIt = and(isOfIncidents([id]), visibleAlarms(caller), eq(alarms.rehearsal, false))
    const ids = (await idsWhere(ofIt, MOST_ALARMS)).map((row) => row.id)
    const all = await loadAlarms(db, caller, ids)
    const first = all.find(({ alarm }) => alarm.uuid === uuid)
    if (!first) continue
    const resource = communicationOf(first, all, caller.language)
    const people = all.flatMap(({ alarm, wearerUuid }) =>
      personOf({ wearerUuid, deviceUuid: alarm.deviceUuid }),
    )
    yield { resource, people, place: uuid }
  }
}
