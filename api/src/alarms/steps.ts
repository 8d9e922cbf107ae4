import type { AlarmStep } from '@carewatch/contracts/alarms'
import type { AuditAction } from '@carewatch/contracts/audit'
import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, type alarms } from '@carewatch/migrations/schema/alarms'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'

export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type Answered = Pick<typeof alarms.$inferSelect, 'id' | 'uuid' | 'companyId' | 'severity' | 'value'>
type Step = { step: AlarmStep; value?: number | null; note?: string | undefined }

const detailOf = (uuids: string[]) => (uuids.length === 1 ? {} : { detail: { alarms: uuids } })

/** One trace for each company whose alarms were answered. */
export async function traceAnswers(
  tx: Tx,
  caller: Caller,
  { action, answered }: { action: AuditAction; answered: readonly Answered[] },
): Promise<void> {
  const byCompany = Map.groupBy(answered, ({ companyId }) => companyId)
  for (const [companyId, ofCompany] of byCompany) {
    const uuids = ofCompany.map(({ uuid }) => uuid)
    const uuid = uuids.length === 1 ? uuids[0] : null
    await audit(tx, caller, { action, entity: 'alarm', uuid, companyId, ...detailOf(uuids) })
  }
}

/** Writes down what a person did to one alarm: in its own history and in the audit trail. */
export async function writeStep(
  tx: Tx,
  caller: Caller,
  { alarm, action, step }: { alarm: Answered; action: AuditAction; step: Step },
): Promise<void> {
  const { id: alarmId, severity, value } = alarm
  const via = caller.via ?? null
  await tx.insert(alarmHistory).values({ alarmId, userId: caller.id, severity, value, via, ...step })
  await traceAnswers(tx, caller, { action, answered: [alarm] })
}
