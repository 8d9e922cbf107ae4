import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { checkIncidentFile as contract, FileFinding } from '@carewatch/contracts/http/incident-files'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { auditLog, branches } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import { and, eq, or, sql } from 'drizzle-orm'
import { nameBy } from '../../access/name-of.ts'
import { type Caller, fullName } from '../../access/viewer.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { isFamily } from '../../access/worn.ts'
import { isOfIncidents } from '../../alarms/of-incident.ts'
import { knownZone } from '../../http/zone.ts'
import { READ_MOST } from './cuts.ts'
import { auditFile, toIssued, tracesOf } from './issue.ts'
import { fileOf, hashOf } from './seal.ts'

type File = typeof incidentFiles.$inferSelect

/** Of an outage, or of what began before they were related, they see a part alone. */
const isIssuedTo = (caller: Caller) => eq(incidentFiles.issuedById, caller.id)

async function getIssued(db: Db, caller: Caller, number: string) {
  const [row] = await db
    .select({
      file: incidentFiles,
      by: nameBy(incidentFiles.issuedById),
      alarm: { uuid: alarms.uuid, companyId: alarms.companyId },
      zone: branches.timeZone,
    })
    .from(incidentFiles)
    .innerJoin(alarms, eq(alarms.id, incidentFiles.alarmId))
    .leftJoin(branches, eq(branches.id, incidentFiles.branchId))
    .where(and(eq(incidentFiles.number, number), or(visibleAlarms(caller), isIssuedTo(caller))))
  if (!row) throw new Refusal('notFound')
  return row
}

/** Whether the audit log, which is chained, has this number with this hash. */
async function isTraced(
  db: Db,
  about: { entity: string; uuid: string },
  { number, hash }: File,
): Promise<boolean> {
  const { detail } = auditLog
  // unscoped: of a file that was found, and nothing of the trace is shown but that it is there
  const count = await asItself(db, () =>
    db.$count(
      auditLog,
      and(
        eq(auditLog.entity, about.entity),
        eq(auditLog.entityUuid, about.uuid),
        eq(auditLog.action, 'exported'),
        sql`${detail} ->> 'number' = ${number} and ${detail} ->> 'hash' = ${hash.toString('hex')}`,
      ),
    ),
  )
  return count > 0
}

function findingOf(file: File, isWritten: boolean, printed: string | undefined): FileFinding {
  const { hash, content, redactedAt } = file
  if (!isWritten || (printed !== undefined && printed !== hash.toString('hex'))) return 'NOT_AS_ISSUED'
  if (content === null || redactedAt !== null) return 'REDACTED'
  return hashOf(content).equals(hash) ? 'UNCHANGED' : 'NOT_AS_ISSUED'
}

const isOf = (roles: readonly string[], { role }: Caller): boolean => roles.includes(role)

/** A file holds what its reader was to see: carers see as much, others what was issued to them while they see anything of it. */
async function readFor(db: Db, caller: Caller, { issuedById, alarmId, content }: File) {
  const isCarer = !isFamily(caller) && isOf(permissions.changeWearers, caller)
  const seen = await db
    .select({ closedAt: alarms.closedAt })
    .from(alarms)
    .where(and(isOfIncidents([alarmId]), visibleAlarms(caller)))
    .limit(READ_MOST)
  const isTheirs = issuedById === caller.id && seen.length > 0
  const file = content !== null && (isCarer || isTheirs) ? (fileOf(content) ?? null) : null
  const isOpen = seen.some(({ closedAt }) => closedAt === null)
  const mayReadCare = isOf(permissions.changeWearers, caller) || isOpen
  return file && { ...file, care: mayReadCare ? file.care : null }
}

/** Whether what somebody holds is what was issued, by the number and the hash that are printed on it. */
export async function checkIncidentFile(
  db: Db,
  caller: Caller,
  { body: { number, hash } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { file, by, alarm, zone } = await getIssued(db, caller, number)
  const of = { alarm, wearerIds: file.wearerIds }
  const [first] = await tracesOf(db, of, { action: 'viewed', detail: { number } })
  const isWritten = await isTraced(db, { entity: first.entity, uuid: first.uuid ?? '' }, file)
  const finding = findingOf(file, isWritten, hash)
  await auditFile(db, caller, await tracesOf(db, of, { action: 'viewed', detail: { number, finding } }))
  return {
    finding,
    issued: toIssued(file, fullName(by)),
    incidentUuid: alarm.uuid,
    zone: knownZone(zone ?? caller.timeZone),
    file: finding === 'UNCHANGED' ? await readFor(db, caller, file) : null,
  }
}
