import { z } from 'zod'
import { DEVICE_NAME_MAX } from '../numbers.ts'
import { permissions } from '../permissions.ts'
import { Imei } from '../wire.ts'
import { Credentials, Device, Imsi, ModelName } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { optionalText, requiredText } from './fields.ts'

export const IMPORT_MAX = 500

/** What each row of a list must hold. Company and branch are named by their code or their name. */
export const ImportRow = z.strictObject({
  imei: Imei,
  imsi: Imsi,
  name: requiredText(DEVICE_NAME_MAX),
  deviceModel: ModelName,
  mobileNumber: optionalText(40).optional(),
  company: optionalText(128).optional(),
  branch: optionalText(128).optional(),
})
export type ImportRow = z.output<typeof ImportRow>
export const importColumns = ImportRow.keyof().options

/** As the row stands in the list, right or wrong. */
const given = z.partialRecord(z.enum(importColumns), z.string().max(200).optional()).meta({
  examples: [
    {
      imei: '355688120000017',
      imsi: '425010000000002',
      name: 'Room 12',
      deviceModel: 'native',
      branch: 'HOME',
    },
  ],
})

export const importOutcomes = ['NEW', 'EXISTS', 'TWICE', 'INVALID'] as const

export const importDevices = endpoint({
  method: 'POST',
  path: '/devices/import',
  summary:
    'Many devices from a list: what would become of each row and, with `apply`, registers those that are new. Credentials are answered this once',
  allow: permissions.manageDevices,
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  body: z.strictObject({
    rows: z.array(given).min(1).max(IMPORT_MAX, { error: 'tooMany' }),
    apply: z.boolean().default(false),
  }),
  reply: z.object({
    /** In the order of the rows. */
    rows: z.array(
      z.object({
        outcome: z.enum(importOutcomes),
        /** Of a row that cannot be: column → what is wrong with it. */
        problems: z.record(z.string(), z.string()).meta({ examples: [{ branch: 'is not known' }] }),
      }),
    ),
    /** Those that were registered: none without `apply`. */
    devices: z.array(z.object({ device: Device, credentials: Credentials })),
  }),
})
