import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { endpoint } from './endpoint.ts'

export const portalSettings = endpoint({
  method: 'GET',
  path: '/portal/settings',
  summary: 'What whoever runs this portal has set for its screens',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({
    /** There is a map of streets on the server; nobody else is asked for one then. */
    hasStreets: z.boolean(),
    /** A MapLibre style with streets; null: the shipped map. */
    mapStyleUrl: z.string().nullable(),
    /** What a browser asks its push service with (VAPID, RFC 8292); null: no push here. */
    pushKey: z.string().nullable(),
  }),
})

const Port = z.int().min(0).max(65_535)

export const deviceAddress = endpoint({
  method: 'GET',
  path: '/portal/deviceAddress',
  summary: 'Where devices reach this server, as whoever runs it has set it',
  allow: permissions.manageDevices,
  byKey: null,
  reply: z.object({
    /** Null: by the name under which this portal was opened. */
    host: z.string().nullable(),
    mqttPort: Port,
    /** Null: there is no certificate, or no listener, for it. */
    mqttsPort: Port.nullable(),
    /** For watches over plain TCP; null: they are not let in. */
    tcpPort: Port.nullable(),
  }),
})
