import { z } from 'zod'
import { Bounds } from '../limits.ts'
import { MetricName } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import { operationModes } from '../freshness.ts'
import { eachLimit, fallSensitivities, reminderKinds, settingNames, WatchSettings } from '../settings.ts'
import { settingStates } from '../setting-states.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

const number = z.number().nullable()
const Contact = z.object({ name: z.string(), number: z.string() })

/** As they stand, also where they were set before a bound was drawn. */
const ShownSettings = z.object({
  operationMode: z.enum(operationModes),
  locationIntervalMinutes: number,
  gpsEnabled: z.boolean(),
  sosContacts: z.array(Contact),
  phonebook: z.array(Contact),
  whitelistEnabled: z.boolean(),
  autoAnswer: z.boolean(),
  ...eachLimit(() => number),
  stepsTarget: number,
  calibrationSystolic: number,
  calibrationDiastolic: number,
  heartRateIntervalMinutes: number,
  bloodPressureIntervalMinutes: number,
  reminders: z.array(
    z.object({
      kind: z.enum(reminderKinds),
      hour: z.int(),
      minute: z.int(),
      days: z.array(z.int()),
      intervalMinutes: z.int().optional(),
    }),
  ),
  autoTemperature: z.boolean(),
  fallDetection: z.boolean(),
  fallSensitivity: z.enum(fallSensitivities),
}) satisfies z.ZodType<z.output<typeof WatchSettings>>

/** What the watch should do, and what it last said it does. */
export const SettingsState = z
  .object({
    settings: ShownSettings,
    /** Grows with each change. */
    revision: z.int(),
    /** As the watch told it, by its own names. */
    reported: z.record(z.string(), z.unknown()).nullable(),
    reportedRevision: z.int().nullable(),
    reportedAt: Instant.nullable(),
    /** What went down last, all that is known of a model that does not confirm. */
    sentRevision: z.int().nullable(),
    sentAt: Instant.nullable(),
    /** This model says that it took them. */
    confirms: z.boolean(),
    /** The limits that count where the watch has none of its own. */
    usualLimits: z
      .partialRecord(MetricName, Bounds)
      .meta({ examples: [{ heartRate: { criticalLow: 40, low: 50, high: 120, criticalHigh: 140 } }] }),
    /** Those that this model can be told; the others are kept and judged by here. */
    supported: z.array(z.enum(settingNames)),
    /** How far each has come on its way to the watch, and when. */
    states: z.array(
      z.object({
        setting: z.enum(settingNames),
        state: z.enum(settingStates),
        /** When somebody changed it last; null: it is as it was in the beginning. */
        wantedAt: Instant.nullable(),
        sentAt: Instant.nullable(),
        answeredAt: Instant.nullable(),
      }),
    ),
    /** The watch has not said yet that it took them; of one that never says: they have not gone down yet. */
    waiting: z.boolean(),
    updatedAt: Instant,
    lastSeenAt: Instant.nullable(),
  })
  .meta({ id: 'SettingsState' })
export type SettingsState = z.output<typeof SettingsState>

export const configureDevice = endpoint({
  method: 'POST',
  path: '/devices/configure',
  summary:
    'Change the settings of a watch: those named; the others stay. They are sent as soon as it listens',
  allow: permissions.configureDevices,
  byKey: 'devices:write',
  body: WatchSettings.partial().extend({
    deviceUUID: Uuid,
    /** Of the settings that were looked at: refused when somebody changed them since. */
    revision: z.int().min(1).max(2_147_483_647).optional(),
  }),
  reply: SettingsState,
})

export const deviceSettings = endpoint({
  method: 'GET',
  path: '/devices/settings/:uuid',
  summary: 'The settings of a watch, desired and reported',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  params: z.object({ uuid: Uuid }),
  reply: SettingsState,
})

export const settingsHistory = endpoint({
  method: 'GET',
  path: '/devices/settingsHistory/:uuid',
  summary: 'Who changed which setting of a watch from what to what, newest first',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  params: z.object({ uuid: Uuid }),
  query: z.strictObject(paging),
  reply: z.object({
    changes: z.array(
      z.object({
        uuid: Uuid,
        at: Instant,
        by: z.string().nullable(),
        revision: z.int(),
        change: z
          .partialRecord(z.enum(settingNames), z.object({ from: z.unknown(), to: z.unknown() }))
          .meta({ examples: [{ heartRateHigh: { from: 120, to: 110 } }] }),
      }),
    ),
    total: Total,
  }),
})
