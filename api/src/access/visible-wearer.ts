import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from './viewer.ts'
import { visibleWearers } from './visible-wearers.ts'

/** The person, if the viewer may see them; else they do not exist. */
export async function getVisibleWearer(
  db: Db,
  viewer: Viewer,
  uuid: string,
): Promise<typeof wearers.$inferSelect> {
  const [wearer] = await db
    .select()
    .from(wearers)
    .where(and(eq(wearers.uuid, uuid), visibleWearers(viewer)))
  if (!wearer) throw new Refusal('notFound')
  return wearer
}
