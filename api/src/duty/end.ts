import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { endRunning } from './running.ts'

export async function endDuty(db: Db, caller: Caller, uuid: string): Promise<null> {
  return db.transaction(async (tx) => {
    const { branch } = await endRunning(tx, caller, uuid)
    const { companyId } = branch
    const detail = { fields: ['duty'] }
    await audit(tx, caller, { action: 'updated', entity: 'branch', uuid: branch.uuid, companyId, detail })
    return null
  })
}
