import type { updateBranch as contract } from '@carewatch/contracts/http/branches'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { LimitMap } from '@carewatch/contracts/limits'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { audit } from '../access/audit.ts'
import { endSessionsIn } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { informManagers } from '../companies/inform-managers.ts'
import type { Services } from '../services.ts'
import { houseLimitsOf } from '../devices/settings/house-limits.ts'
import { companyLimits } from '../devices/settings/limits.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { namesOfChanged } from '../http/changed.ts'
import { orConflict } from '../http/unique.ts'
import { branchById, getVisibleBranch } from './find.ts'
import { setNurses } from './nurses.ts'
import { refuseUnknownZone } from './zone.ts'

type Body = Input<typeof contract>['body']

const columnsOf = (
  { name, code, timeZone, roomStatuses, limits, routine }: Body,
  company: LimitMap | null,
): Partial<typeof branches.$inferInsert> => ({
  ...(limits !== undefined && { limits: houseLimitsOf(limits, company) }),
  ...(routine !== undefined && { routine }),
  ...(name !== undefined && { name }),
  ...(code !== undefined && { code }),
  ...(timeZone !== undefined && { timeZone }),
  ...(roomStatuses !== undefined && { roomStatuses: [...new Set(roomStatuses)] }),
})

export async function updateBranch(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  refuseUnknownZone(body.timeZone)
  const { nurses: uuids, updatedAt: seenAt } = body
  const id = await orConflict(
    'codeTaken',
    db.transaction(async (tx) => {
      const branch = await getVisibleBranch(tx, caller, uuid)
      const { id: branchId, companyId } = branch
      const columns = columnsOf(body, await companyLimits(tx, companyId))
      await saveAsSeen(tx, branches, { row: branch, columns, seenAt })
      if (uuids) await setNurses(tx, caller, { branchId, companyId, uuids })
      const fields = [...namesOfChanged(branch, columns), ...(uuids ? ['nurses'] : [])]
      await audit(tx, caller, { action: 'updated', entity: 'branch', uuid, companyId, detail: { fields } })
      return branchId
    }),
  )
  return branchById(db, id)
}

export async function changeBranchStatus(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  caller: Caller,
  { uuid, isActive }: { uuid: string; isActive: boolean },
) {
  const changed = await db.transaction(async (tx) => {
    const branch = await getVisibleBranch(tx, caller, uuid)
    await saveAsSeen(tx, branches, { row: branch, columns: { isActive } })
    if (!isActive) await asItself(tx, () => endSessionsIn(tx, { branchId: branch.id }))
    const { companyId } = branch
    const detail = { isActive }
    await audit(tx, caller, { action: 'statusChanged', entity: 'branch', uuid, companyId, detail })
    return branch
  })
  const answer = await branchById(db, changed.id)
  const { companyId } = changed
  if (changed.isActive && !isActive) await informManagers({ db, mail }, { ...answer.branch, companyId })
  return answer
}
