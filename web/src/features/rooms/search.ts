import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** What the room view shows, as it stands in its address. */
export const RoomSearch = z.object({ branch: Uuid.optional().catch(undefined) })
export type RoomSearch = z.output<typeof RoomSearch>
