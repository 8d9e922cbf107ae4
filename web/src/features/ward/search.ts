import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** In which order people stand: who needs somebody first, by their rooms, by their names, or where they are on the floor plan. */
export const wardOrders = ['need', 'room', 'name', 'plan'] as const
export type WardOrder = (typeof wardOrders)[number]

/** What the board shows, as it stands in its address. */
export const WardSearch = z.object({
  branch: Uuid.optional().catch(undefined),
  by: z.enum(wardOrders).optional().catch(undefined),
  /** Who is looked at beside it. */
  person: Uuid.optional().catch(undefined),
})
export type WardSearch = z.output<typeof WardSearch>
