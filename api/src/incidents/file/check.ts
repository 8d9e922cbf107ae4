import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { type checkIncidentFile as contract, IncidentFile } from '@carewatch/contracts/http/incident-files'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq, or } from 'drizzle-orm'
import { nameBy } from '../../access/name-of.ts'
import { type Caller, fullName } from '../../access/viewer.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { isFamily } from '../../access/worn.ts'
import { isOfIncidents } from '../../alarms/of-incident.ts'
import { knownZone } from '../../http/zone.ts'
import { checkPaper } from '../../papers/check.ts'
import { findingOf, isTraced } from '../../papers/finding.ts'
import { toIssued } from '../../papers/keep.ts'
import { paperOf } from '../../papers/seal.ts'
import { READ_MOST } from './cuts.ts'
import { auditFile, tracesOf } from './issue.ts'

type File = typeof incidentFiles.$inferSelect

/** Of an outage, or of what began before they were related, they see a part alone. */
const isIssuedTo = (caller: Caller) => eq(incidentFiles.issuedById, caller.id)

async function findIssued(db: Db, caller: Caller, number: string) {
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
  return row
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
  const file = content !== null && (isCarer || isTheirs) ? (paperOf(IncidentFile, content) ?? null) : null
  const isOpen = seen.some(({ closedAt }) => closedAt === null)
  const mayReadCare = isOf(permissions.changeWearers, caller) || isOpen
  return file && { ...file, care: mayReadCare ? file.care : null }
}

/** Whether what somebody holds is what was issued, by the number and the hash that are printed on it. */
export async function checkIncidentFile(
  db: Db,
  caller: Caller,
  asked: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { number, hash } = asked.body
  const issued = await findIssued(db, caller, number)
  const reply = issued
    ? await checkFile(db, caller, { ...issued, hash })
    : await checkPaper(db, caller, asked)
  if (!reply) throw new Refusal('notFound')
  return reply
}

type Issued = NonNullable<Awaited<ReturnType<typeof findIssued>>> & { hash: string | undefined }

async function checkFile(
  db: Db,
  caller: Caller,
  { file, by, alarm, zone, hash }: Issued,
): Promise<Reply<typeof contract>> {
  const { number } = file
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
