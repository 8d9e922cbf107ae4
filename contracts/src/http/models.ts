import { z } from 'zod'
import { commandKinds } from '../commands.ts'
import { MetricName } from '../metrics.ts'
import { Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const allModels = endpoint({
  method: 'GET',
  path: '/models/all',
  summary: 'The device models, what they measure and what they can be told',
  allow: 'signedIn',
  query: z.strictObject(paging),
  reply: z.object({
    models: z.array(
      z.object({
        uuid: Uuid,
        name: z.string(),
        /** How its messages are read. */
        format: z.string(),
        reports: z.array(MetricName),
        commands: z.array(z.enum(commandKinds)),
      }),
    ),
    total: Total,
  }),
})
