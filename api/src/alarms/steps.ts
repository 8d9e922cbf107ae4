import type { AlarmStep } from '@carewatch/contracts/alarms'
import type { AuditAction } from '@carewatch/contracts/audit'
import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, type alarms } from '@carewatch/migrations/schema/alarms'
import type { Channel } from '@carewatch/contracts/escalation'
import type { Role } from '@carewatch/contracts/roles'
import { audit, type Who } from '../access/audit.ts'

export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type Answered = Pick<typeof alarms.$inferSelect, 'id' | 'uuid' | 'companyId' | 'severity' | 'value'>
type Step = { step: AlarmStep; value?: number | null; note?: string | undefined }

/** Who answers: somebody with an account, or a relative without one, who is no viewer of anything. */
export type Answering = Who & { role: Role | null; via?: Channel; relativeId?: number }

const detailOf = (uuids: string[]) => (uuids.length === 1 ? {} : { detail: { alarms: uuids } })

/** One trace for each company whose alarms were answered. */
export async function traceAnswers(
  tx: Tx,
  who: Who,
  { action, answered }: { action: AuditAction; answered: readonly Answered[] },
): Promise<void> {
  const byCompany = Map.groupBy(answered, ({ companyId }) => companyId)
  for (const [companyId, ofCompany] of byCompany) {
    const uuids = ofCompany.map(({ uuid }) => uuid)
    const uuid = uuids.length === 1 ? uuids[0] : null
    await audit(tx, who, { action, entity: 'alarm', uuid, companyId, ...detailOf(uuids) })
  }
}

/** Writes down what a person did to one alarm: in its own history and in the audit trail. */
export async function writeStep(
  tx: Tx,
  who: Answering,
  { alarm, action, step }: { alarm: Answered; action: AuditAction; step: Step },
): Promise<void> {
  const { id: alarmId, severity, value } = alarm
  const { id: userId, relativeId, via = null } = who
  await tx.insert(alarmHistory).values({ alarmId, userId, relativeId, severity, value, via, ...step })
  await traceAnswers(tx, who, { action, answered: [alarm] })
}
