import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { findVisibleUser } from './find-user.ts'

type Asked = { key: string | null | undefined; companyId: number | null; field: string }

/** A supervisor of the same company whom the viewer sees; `null`: nobody. */
export async function supervisorIdOf(
  db: Db,
  viewer: Viewer,
  { key, companyId, field }: Asked,
): Promise<number | null> {
  if (key === null || key === undefined) return null
  const found = await findVisibleUser(db, viewer, key)
  if (!found) throw new Refusal('notFound')
  const supervisor = await loadViewer(db, found.uuid)
  // Whoever belongs to no company is nobody's to look at: neither the one nor the other was asked.
  const isElsewhere = companyId === null || supervisor?.companyId !== companyId
  if (supervisor?.role !== 'SUPERVISOR' || isElsewhere) throw new InvalidFields({ [field]: 'invalid' })
  return supervisor.id
}
