import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Role } from '../roles.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const viewingActions = ['viewed', 'located', 'exported'] as const

export const Viewing = z
  .object({
    at: Instant,
    user: z.object({ uuid: Uuid, name: z.string(), role: Role }).nullable(),
    /** Looked at vitals, at the location, or took data away. */
    action: z.enum(viewingActions),
  })
  .meta({ id: 'Viewing' })

export const deviceViewings = endpoint({
  method: 'GET',
  path: '/devices/viewings/:uuid',
  summary:
    'Who looked at the vitals or the location of a device, newest first; at most one row in ten minutes',
  allow: permissions.seeViewings,
  params: z.object({ uuid: Uuid }),
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({ viewings: z.array(Viewing), total: Total }),
})
