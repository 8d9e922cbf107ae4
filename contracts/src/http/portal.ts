import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const portalSettings = endpoint({
  method: 'GET',
  path: '/portal/settings',
  summary: 'What whoever runs this portal has set for its screens',
  allow: 'signedIn',
  reply: z.object({
    /** A MapLibre style with streets; null: the shipped map. */
    mapStyleUrl: z.string().nullable(),
    /** What a browser asks its push service with (VAPID, RFC 8292); null: no push here. */
    pushKey: z.string().nullable(),
  }),
})
