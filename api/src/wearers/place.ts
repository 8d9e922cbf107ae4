import type { Db } from '@carewatch/platform/database/client'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

/** A room of this branch; one of another is refused, and so is one that the viewer does not see. */
export async function getRoomId(
  db: Db,
  viewer: Viewer,
  { roomId: uuid, branchId }: { roomId: string | null; branchId: number | null },
): Promise<number | null> {
  if (uuid === null) return null
  const [room] = await db
    .select({ id: rooms.id, branchId: rooms.branchId })
    .from(rooms)
    .where(and(eq(rooms.uuid, uuid), visibleRooms(viewer)))
  if (!room) throw new InvalidFields({ roomId: 'unknown' })
  if (room.branchId !== branchId) throw new InvalidFields({ roomId: 'invalid' })
  return room.id
}
