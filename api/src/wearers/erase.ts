import type { Input } from '@carewatch/contracts/http/endpoint'
import type { eraseWearer as contract } from '@carewatch/contracts/http/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { eraseFromTexts } from '../users/erase/texts.ts'
import { forgetWearers } from '../users/erase/wearers.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { takeBackAll } from './take-back.ts'

/** Forgets a person under care for good, on everything they ever wore; the accounts around them stay. */
export async function eraseWearer(
  db: Db,
  caller: Caller,
  { params: { uuid } }: Input<typeof contract>,
): Promise<null> {
  await db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, uuid)
    await takeBackAll(tx, caller, { wearerId: wearer.id, end: 'ERASED' })
    const deviceIds = await forgetWearers(tx, sql`(${wearer.id})`)
    await eraseFromTexts(tx, wearer, deviceIds)
    const { companyId } = wearer
    const detail = { devices: deviceIds.length }
    await audit(tx, caller, { action: 'erased', entity: 'wearer', uuid, companyId, detail })
  })
  return null
}
