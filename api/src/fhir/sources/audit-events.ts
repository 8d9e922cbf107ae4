import { type AuditAction, lookActions } from '@carewatch/contracts/audit'
import { auditLog } from '@carewatch/migrations/schema/people'
import type { AuditEvent, AuditEventEntity } from '@medplum/fhirtypes'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { nameBy } from '../../access/name-of.ts'
import { fullName } from '../../access/viewer.ts'
import { visibleTraces } from '../../access/visible.ts'
import { subjectOf } from '../../access/whom-shown.ts'
import { type Asked, datesFor, idsOf, patientIn } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { columnsOf, isAfterIn, orderFor, placeIn } from './in-order.ts'

const TYPES = 'http://terminology.hl7.org/CodeSystem/audit-event-type'

const looks: readonly string[] = [...lookActions, 'exported'] satisfies AuditAction[]
const makes: readonly string[] = ['created', 'submitted'] satisfies AuditAction[]
const ends: readonly string[] = ['deleted', 'erased', 'ownerDeleted'] satisfies AuditAction[]

/** Read, created, deleted, else changed or done. */
function kindOf(action: string): NonNullable<AuditEvent['action']> {
  if (looks.includes(action)) return 'R'
  if (makes.includes(action)) return 'C'
  return ends.includes(action) ? 'D' : 'U'
}

/** What of ours FHIR has an address for; all else is named by its kind and id. */
const addressed: Readonly<Record<string, 'Patient' | 'Device' | 'Flag' | 'Location'>> = {
  wearer: 'Patient',
  device: 'Device',
  alarm: 'Flag',
  room: 'Location',
  branch: 'Location',
}

function entityOf({ entity, entityUuid }: Row['trace']): AuditEventEntity[] {
  if (entity === null) return []
  const type = addressed[entity]
  const ofType = { type: { system: 'urn:carewatch:entity', code: entity } }
  if (entityUuid === null) return [ofType]
  if (type !== undefined) return [{ what: { reference: `${type}/${entityUuid}`, type }, ...ofType }]
  return [
    { what: { identifier: { system: 'urn:carewatch:row', value: `${entity}/${entityUuid}` } }, ...ofType },
  ]
}

type Row = {
  trace: typeof auditLog.$inferSelect
  user: { uuid: string; firstName: string; lastName: string } | null
}

/** Who did or looked at what from where. What was changed to what is no part of it. */
function eventOf({ trace, user }: Row): AuditEvent {
  const entity = entityOf(trace)
  return {
    resourceType: 'AuditEvent',
    id: trace.uuid,
    meta: { lastUpdated: trace.at.toISOString() },
    type: { system: TYPES, code: 'rest', display: 'RESTful Operation' },
    subtype: [{ system: 'urn:carewatch:audit', code: trace.action }],
    action: kindOf(trace.action),
    recorded: trace.at.toISOString(),
    outcome: trace.action === 'signInFailed' ? '4' : '0',
    agent: [
      {
        ...(user && {
          who: { identifier: { system: 'urn:carewatch:account', value: user.uuid }, display: fullName(user) },
        }),
        requestor: true,
        ...(trace.address !== null && { network: { address: trace.address, type: '2' as const } }),
      },
    ],
    source: { observer: { display: 'Carewatch' } },
    ...(entity.length > 0 && { entity }),
  }
}

/** Of which person, or of which row: by its address. */
function aboutOf(asked: Asked): (SQL | undefined)[] {
  const patient = patientIn(asked)
  const entity = asked.references.get('entity')?.id
  return [
    patient === undefined ? undefined : and(eq(auditLog.entity, 'wearer'), eq(auditLog.entityUuid, patient)),
    entity === undefined ? undefined : eq(auditLog.entityUuid, entity),
  ]
}

/** The audit log of the caller's company, as managers read it. */
export async function* auditEvents({ needed: { db }, caller, asked }: Search): AsyncGenerator<Found> {
  const ids = idsOf(asked)
  const which = and(
    visibleTraces(caller),
    ids && inArray(auditLog.uuid, ids),
    ...aboutOf(asked),
    ...isMoment(auditLog.at, datesFor(asked, 'date')),
  )
  // By time, as its index has it: by their ids those of one company would lie among everybody's.
  const order = orderFor(asked, { uuid: auditLog.uuid, moments: { date: auditLog.at }, usual: 'date' })
  const rows = inBatches(
    asked.after,
    (after) =>
      db
        .select({ trace: auditLog, user: nameBy(auditLog.userId) })
        .from(auditLog)
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH),
    ({ trace }) => placeIn(order, trace.at, trace.uuid),
  )
  for await (const row of rows) {
    const { trace } = row
    const people =
      trace.entity === null ? [] : subjectOf({ entity: trace.entity, entityUuid: trace.entityUuid })
    yield { resource: eventOf(row), people, place: placeIn(order, trace.at, trace.uuid) }
  }
}
