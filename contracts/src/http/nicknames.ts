import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { optionalText } from './fields.ts'

const NICKNAME_MAX = 40

export const setNickname = endpoint({
  method: 'POST',
  path: '/wearers/nickname',
  summary:
    'What you call somebody you are related to, on your own screens and in your own messages; null: by their name',
  allow: permissions.nameWearers,
  byKey: null,
  body: z.strictObject({
    wearerUUID: Uuid,
    nickname: optionalText(NICKNAME_MAX).nullable(),
  }),
  reply: z.object({ wearer: WearerSummary }),
})
