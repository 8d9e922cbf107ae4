import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import { loadViewer } from '../access/viewer.ts'

type Named = { supervisorId: number | null; companyId: number | null; meId: number }

/** The supervisor whom the invitation named, if they are one of this company still: else nobody looks after whoever says yes, as after everybody whose supervisor leaves. */
export async function presentSupervisorId(
  tx: Db,
  { supervisorId, companyId, meId }: Named,
): Promise<number | null> {
  if (supervisorId === null || companyId === null || supervisorId === meId) return null
  // Held: they do not leave or change their role in the same moment.
  const [person] = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(eq(users.id, supervisorId))
    .for('share')
  const supervisor = person && (await loadViewer(tx, person.uuid))
  return supervisor?.role === 'SUPERVISOR' && supervisor.companyId === companyId ? supervisorId : null
}
