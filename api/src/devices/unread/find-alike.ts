import type { Alike } from '@carewatch/contracts/http/unread-messages'
import { rejectedMessages as kept } from '@carewatch/migrations/schema/readings'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { Refusal } from '@carewatch/contracts/refusal'
import { alike, isVisible, keptMessages } from './alike.ts'

/** What this message is counted by; not found where the viewer may not see who sent it. */
export async function findAlike(db: Db, viewer: Viewer, id: number): Promise<Alike> {
  const { rows } = await db.execute<Alike>(sql`
    select ${alike.model} as model, ${alike.isGateway} as "isGateway", ${alike.format} as format,
      ${alike.opcode} as opcode, ${alike.reason} as reason, ${alike.code} as code
    from ${keptMessages} where ${and(eq(kept.id, id), isVisible(viewer))}`)
  const [found] = rows
  if (!found) throw new Refusal('notFound')
  return found
}
