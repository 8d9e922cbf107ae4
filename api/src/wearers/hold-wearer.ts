import { Refusal } from '@carewatch/contracts/refusal'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import type { WearerRow } from './wearer-rows.ts'

/** The person as they are now, until the transaction ends: always after what they wear. */
export async function holdWearer(tx: Db, id: number, how: 'share' | 'update' = 'share'): Promise<WearerRow> {
  const [wearer] = await tx.select().from(wearers).where(eq(wearers.id, id)).for(how)
  if (!wearer) throw new Refusal('notFound')
  return wearer
}
