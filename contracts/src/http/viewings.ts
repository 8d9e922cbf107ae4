import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Role } from '../roles.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const viewingActions = ['viewed', 'located', 'profileViewed', 'exported'] as const

export const Viewing = z
  .object({
    at: Instant,
    user: z.object({ uuid: Uuid, name: z.string(), role: Role }).nullable(),
    /** Looked at vitals or alarms, at the location, at who they are and what is around them, or took data away. */
    action: z.enum(viewingActions),
  })
  .meta({ id: 'Viewing' })

export const deviceViewings = endpoint({
  method: 'GET',
  path: '/devices/viewings/:uuid',
  summary:
    'Who looked at the vitals, the location or the profile of who wears a device, newest first; one row of each in an hour',
  allow: permissions.seeViewings,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({ viewings: z.array(Viewing), total: Total }),
})
