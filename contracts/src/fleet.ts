import { z } from 'zod'

/** Which devices a list holds. */
export const deviceFilters = [
  'all',
  'isSold',
  'isNotSold',
  'active',
  'inactive',
  'online',
  'offline',
] as const

/** How long a device has been silent: heard within the hour, or not for more than an hour, a day, a week; or never heard. */
export const silenceBands = ['HEARD', 'HOUR', 'DAY', 'WEEK', 'NEVER'] as const
/** In percent: up to 10, 20, 50, more; never known. */
export const batteryBands = ['EMPTY', 'LOW', 'HALF', 'FULL', 'UNKNOWN'] as const
/** Whether what the device was told to be set to has reached it. */
export const settingsBands = ['REACHED', 'DIFFERENT'] as const
/** Whether it sent something in the last week that could not be read. */
export const messageBands = ['READ', 'UNREAD'] as const

export const facetNames = [
  'company',
  'branch',
  'deviceModel',
  'firmware',
  'silence',
  'battery',
  'settings',
  'messages',
] as const
export type FacetName = (typeof facetNames)[number]

/** Which devices match, whatever their order: others have another one. */
export const FleetDigest = z
  .string()
  .regex(/^[\da-f]{16}$/)
  .meta({ examples: ['0123456789abcdef'] })

/** In place of a company, a branch or what a device says of its version: without one. */
export const NOWHERE = 'none'

/** So many values of a facet are counted by name, and so many may be chosen of it. */
export const FACET_VALUES_MAX = 50

const listOf = <Value extends z.ZodType<string, string>>(value: Value) =>
  z.array(value).min(1).max(FACET_VALUES_MAX)

const place = listOf(z.union([z.uuid(), z.literal(NOWHERE)]))

/** What may be chosen of each facet. */
export const facetValues = {
  company: place,
  branch: place,
  deviceModel: listOf(z.string().min(1).max(64)),
  firmware: listOf(z.string().min(1).max(64)),
  silence: listOf(z.enum(silenceBands)),
  battery: listOf(z.enum(batteryBands)),
  settings: listOf(z.enum(settingsBands)),
  messages: listOf(z.enum(messageBands)),
} as const satisfies Record<FacetName, z.ZodType>

/** Between several values of one facet in an address. */
export const FACET_SEPARATOR = '|'

/** Several values of a query as one text. */
const written = <Values extends z.ZodType<string[], string[]>>(values: Values, example: string) =>
  z
    .codec(
      z
        .string()
        .max(4_000)
        .meta({ examples: [example] }),
      values,
      {
        // Safe: the values themselves say which texts they are.
        decode: (text) => text.split(FACET_SEPARATOR) as z.input<Values>,
        encode: (chosen) => chosen.join(FACET_SEPARATOR),
      },
    )
    .optional()

/** What narrows a list of devices: of each facet one of the values named. */
export const facetQuery = {
  company: written(facetValues.company, NOWHERE),
  branch: written(facetValues.branch, NOWHERE),
  deviceModel: written(facetValues.deviceModel, 'native'),
  firmware: written(facetValues.firmware, NOWHERE),
  silence: written(facetValues.silence, 'DAY|WEEK'),
  battery: written(facetValues.battery, 'EMPTY|LOW'),
  settings: written(facetValues.settings, 'DIFFERENT'),
  messages: written(facetValues.messages, 'UNREAD'),
}

/** What is chosen of each facet. */
export type ChosenFacets = { [Name in FacetName]?: z.output<(typeof facetValues)[Name]> | undefined }
