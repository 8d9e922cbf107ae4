import type { IssuedFile } from '@carewatch/contracts/http/incident-files'
import type { Db } from '@carewatch/platform/database/client'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { and, asc, eq } from 'drizzle-orm'
import { audit, type Trace } from '../../access/audit.ts'
import { nameBy } from '../../access/name-of.ts'
import { type Caller, fullName } from '../../access/viewer.ts'
import { isFamily } from '../../access/worn.ts'
import { firstIdOf } from '../../alarms/of-incident.ts'
import type { Services } from '../../services.ts'
import type { VisibleIncident } from '../visible-incident.ts'
import { composeFile } from './compose.ts'
import { namedIn } from './named.ts'
import { hashOf, numberOf, textOf } from './seal.ts'

type Row = typeof incidentFiles.$inferSelect
type Read = Pick<Services, 'db' | 'facts'>

/** Of which alarm it is, and whom that is about. */
export type Of = { alarm: { uuid: string; companyId: number | null }; wearerUuid: string | null }
type What = Pick<Trace, 'action'> & { detail: Record<string, unknown> }

/** What is left behind of a file: about the person where there is one, so that whoever may know who looked finds it there. */
export const traceOf = ({ alarm, wearerUuid }: Of, { action, detail }: What): Trace => ({
  entity: wearerUuid === null ? 'alarm' : 'wearer',
  uuid: wearerUuid ?? alarm.uuid,
  companyId: alarm.companyId,
  action,
  detail: { facts: 'incidentFile', ...detail },
})

type Issued = Pick<Row, 'number' | 'hash' | 'issuedAt' | 'wasOpen'>
export const toIssued = ({ number, hash, issuedAt, wasOpen }: Issued, by: string | null): IssuedFile => ({
  number,
  hash: hash.toString('hex'),
  issuedAt,
  issuedBy: by,
  isOpen: wasOpen,
})

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
  const { uuid: incident, wearerUuid } = file.incident
  const of = { alarm: rows[0].alarm, wearerUuid }
  await audit(db, caller, traceOf(of, { action: 'viewed', detail: { incident } }))
  if (file.places?.length) await audit(db, caller, traceOf(of, { action: 'located', detail: { incident } }))
  return { file, issued: await issuedOf(db, caller, rows) }
}

/** Made, kept and written down in one moment: what happens meanwhile is in the next. */
export function issueIncidentFile({ db, facts }: Read, caller: Caller, uuid: string) {
  return db.transaction(
    async (tx) => {
      const { file, rows } = await composeFile({ db: tx, facts }, caller, uuid)
      const content = textOf(file)
      const hash = hashOf(content)
      const { wearerId, companyId, branchId } = rows[0].alarm
      const values = {
        number: numberOf(hash),
        alarmId: firstIdOf(rows[0].alarm),
        wearerId,
        ...(await namedIn(tx, caller, { file, rows })),
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
      const { uuid: incident, wearerUuid } = file.incident
      const detail = { incident, number: issued.number, hash: issued.hash }
      const of = { alarm: rows[0].alarm, wearerUuid }
      await audit(tx, caller, traceOf(of, { action: 'exported', detail }))
      return { file, issued }
    },
    { isolationLevel: 'repeatable read' },
  )
}
