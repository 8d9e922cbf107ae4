import { IncidentFile } from '@carewatch/contracts/http/incident-files'
import type { IssuedFile } from '@carewatch/contracts/http/issued'
import type { Db } from '@carewatch/platform/database/client'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq } from 'drizzle-orm'
import { audit, type Trace } from '../../access/audit.ts'
import { nameBy } from '../../access/name-of.ts'
import { type Caller, fullName } from '../../access/viewer.ts'
import { isFamily } from '../../access/worn.ts'
import { firstIdOf } from '../../alarms/of-incident.ts'
import { isAmong } from '../../http/among.ts'
import type { Services } from '../../services.ts'
import type { VisibleIncident } from '../visible-incident.ts'
import { composeFile } from './compose.ts'
import { namedIn, wearerIdsOf } from './named.ts'
import { toIssued } from '../../papers/keep.ts'
import { holdNamed, inOneMoment } from '../../papers/one-moment.ts'
import { hashOf, numberOf, textOf } from '../../papers/seal.ts'

type Read = Pick<Services, 'db' | 'facts'>

/** Of which alarm it is, and whom it is about. */
export type Of = { alarm: { uuid: string; companyId: number | null }; wearerIds: readonly number[] }
type What = Pick<Trace, 'action'> & { detail: Record<string, unknown> }

/** What is left behind of a file: about each person in it, so that whoever may know who looked finds it there; of nobody about the alarm. */
export async function tracesOf(
  db: Db,
  { alarm, wearerIds }: Of,
  { action, detail }: What,
): Promise<[Trace, ...Trace[]]> {
  const trace = { companyId: alarm.companyId, action, detail: { facts: 'incidentFile', ...detail } }
  const people = await db
    .select({ uuid: wearers.uuid })
    .from(wearers)
    .where(isAmong(wearers.id, wearerIds))
    .orderBy(asc(wearers.id))
  const [first, ...others] = people.map(({ uuid }) => ({ ...trace, entity: 'wearer' as const, uuid }))
  return first ? [first, ...others] : [{ ...trace, entity: 'alarm', uuid: alarm.uuid }]
}

/** Leaves them. */
export async function auditFile(db: Db, caller: Caller, traces: readonly Trace[]): Promise<void> {
  for (const trace of traces) await audit(db, caller, trace)
}

/** Which were issued of an incident, the first first; a family knows of its own. */
async function issuedOf(db: Db, caller: Caller, [{ alarm }]: VisibleIncident): Promise<IssuedFile[]> {
  const isTheirs = isFamily(caller) ? eq(incidentFiles.issuedById, caller.id) : undefined
  const rows = await db
    .select({ file: incidentFiles, by: nameBy(incidentFiles.issuedById) })
    .from(incidentFiles)
    .where(and(eq(incidentFiles.alarmId, firstIdOf(alarm)), isTheirs))
    .orderBy(asc(incidentFiles.id))
  return rows.map(({ file, by }) => toIssued(file, fullName(by)))
}

/** The file as it would be issued now. That somebody looked is written down before they see it. */
export async function readIncidentFile({ db, facts }: Read, caller: Caller, uuid: string) {
  const { file, rows } = await composeFile({ db, facts }, caller, uuid)
  const of = { alarm: rows[0].alarm, wearerIds: wearerIdsOf(rows) }
  const detail = { incident: file.incident.uuid }
  await auditFile(db, caller, await tracesOf(db, of, { action: 'viewed', detail }))
  if (file.places?.length) await auditFile(db, caller, await tracesOf(db, of, { action: 'located', detail }))
  return { file, issued: await issuedOf(db, caller, rows) }
}

/** Made, kept and written down in one moment: what happens meanwhile is in the next. */
export function issueIncidentFile({ db, facts }: Read, caller: Caller, uuid: string) {
  return inOneMoment(db, async (tx) => {
    const { file, rows } = await composeFile({ db: tx, facts }, caller, uuid)
    const content = textOf(IncidentFile, file)
    const hash = hashOf(content)
    const { companyId, branchId } = rows[0].alarm
    const named = await namedIn(tx, caller, { file, rows })
    await holdNamed(tx, named)
    const values = {
      number: numberOf(hash),
      alarmId: firstIdOf(rows[0].alarm),
      ...named,
      companyId,
      branchId,
      hash,
      content,
      wasOpen: file.isOpen,
      issuedAt: file.madeAt,
      issuedById: caller.id,
    }
    await tx.insert(incidentFiles).values(values)
    const issued = toIssued(values, fullName(caller))
    const detail = { incident: file.incident.uuid, number: issued.number, hash: issued.hash }
    const of = { alarm: rows[0].alarm, wearerIds: named.wearerIds }
    await auditFile(tx, caller, await tracesOf(tx, of, { action: 'exported', detail }))
    return { file, issued }
  })
}
