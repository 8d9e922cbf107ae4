import { z } from 'zod'
import { EventType } from '../alarms.ts'
import { commandKinds } from '../commands.ts'
import { formatKinds } from '../formats.ts'
import { MetricName } from '../metrics.ts'
import { gatewayConfigNames } from '../rooms.ts'
import { settingNames } from '../settings.ts'
import { Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const allModels = endpoint({
  method: 'GET',
  path: '/models/all',
  summary: 'The models of devices and gateways, what each reports and what it can be told',
  allow: 'signedIn',
  byKey: 'devices:read',
  query: z.strictObject({ ...paging, kind: z.enum(['DEVICE', 'GATEWAY']).optional() }),
  reply: z.object({
    models: z.array(
      z.object({
        uuid: Uuid,
        name: z.string(),
        /** How its messages are read. */
        format: z.string(),
        kind: z.enum(formatKinds),
        transport: z.enum(['MQTT', 'TCP']),
        reports: z.array(MetricName),
        locates: z.boolean(),
        events: z.array(EventType),
        commands: z.array(z.enum(commandKinds)),
        settings: z.array(z.enum(settingNames)),
        /** Of a gateway: what of its configuration it can be told. */
        config: z.array(z.enum(gatewayConfigNames)),
        /** It says that it took what it was told. */
        confirms: z.boolean(),
      }),
    ),
    total: Total,
  }),
})
