import type { newCompany as contract } from '@carewatch/contracts/http/companies'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { orConflict } from '../http/unique.ts'
import { columnsOf } from './fields.ts'
import { companyById } from './find.ts'
import { managerOf } from './manager.ts'

export async function newCompany(
  db: Db,
  caller: Caller,
  { manager = null, ...given }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const { name, code } = given
  const made = await orConflict(
    'codeTaken',
    db.transaction(async (tx) => {
      const [row] = await tx
        .insert(companies)
        .values({ ...columnsOf(given), name, code })
        .returning()
      if (!row) throw new Refusal('unavailable')
      const { id: companyId, uuid } = row
      await audit(tx, caller, { action: 'created', entity: 'company', uuid, companyId })
      const columns = await managerOf(tx, caller, { key: manager, companyId })
      await tx.update(companies).set(columns).where(eq(companies.id, companyId))
      return row
    }),
  )
  return companyById(db, made.id)
}
