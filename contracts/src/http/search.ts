import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

export const suggestionKinds = ['wearer', 'device', 'person', 'company', 'branch'] as const

/** At most so many of each kind. */
export const SUGGESTIONS_A_KIND = 5

export const Suggestion = z
  .object({
    kind: z.enum(suggestionKinds),
    uuid: Uuid,
    name: z.string(),
    /** What tells two of one name apart: a room and a bed, an IMEI, an e-mail address, a code. */
    detail: z.string(),
    /** What a person under care wears now. */
    deviceUuid: Uuid.nullish(),
    /** The photo of a person under care. */
    imageUrl: z.string().nullish(),
  })
  .meta({ id: 'Suggestion' })
export type Suggestion = z.output<typeof Suggestion>

export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary:
    'People under care by name, room or IMEI, and devices, accounts, companies and branches in your scope whose name holds the text',
  allow: permissions.search,
  byKey: null,
  query: z.strictObject({ q: z.string().trim().min(1, { error: 'is required' }).max(100) }),
  reply: z.object({ suggestions: z.array(Suggestion) }),
})
