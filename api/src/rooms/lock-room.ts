import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

/** The room and its branch, if the viewer may see it, held until the transaction ends. */
export async function lockRoom(tx: Db, viewer: Viewer, uuid: string) {
  const [found] = await tx
    .select({ room: rooms, branch: branches })
    .from(rooms)
    .innerJoin(branches, eq(branches.id, rooms.branchId))
    .where(and(eq(rooms.uuid, uuid), visibleRooms(viewer)))
    .for('update', { of: rooms })
  if (!found) throw new Refusal('notFound')
  return found
}

/** A room's status is one of those its branch knows, or none. */
export function refuseUnknownStatus(
  { roomStatuses }: Pick<typeof branches.$inferSelect, 'roomStatuses'>,
  status: string | null | undefined,
): void {
  if (typeof status === 'string' && !roomStatuses.includes(status))
    throw new InvalidFields({ status: 'unknown' })
}
