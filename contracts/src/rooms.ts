import { z } from 'zod'
import { Mac, TimeOfDay } from './wire.ts'

/** What a beacon is: a person's tag, or a sensor fixed in a room. */
export const beaconTypes = ['TAG', 'DOOR', 'CLIMATE', 'WATER', 'SMOKE', 'MOTION', 'BUTTON'] as const
export const BeaconType = z.enum(beaconTypes)
export type BeaconType = z.output<typeof BeaconType>

/** Seen by no gateway for longer, a beacon is in no room: half a minute of silence and a minute of grace. */
export const AWAY_AFTER_MS = 90_000
/** Why nobody knows where a beacon is that is not simply away: the gateway that received it is down, or what is received fits no room better than another. */
export const unknownReasons = ['GATEWAY_DOWN', 'UNSURE'] as const
export const UnknownReason = z.enum(unknownReasons)
export type UnknownReason = z.output<typeof UnknownReason>
/** How far back alert logs and interactions reach. */
export const ROOM_LOOK_BACK_MS = 3 * 86_400_000
export const ALLOWED_TIMES_MAX = 21

/** A MAC address as people write it: with colons, dashes, points or nothing between; we keep twelve lower-case digits. */
export const MacText = z.codec(
  z
    .string({ error: 'is required' })
    .regex(/^[0-9A-Fa-f]{2}([:. -]?[0-9A-Fa-f]{2}){5}$/)
    .meta({ examples: ['AC:23:3F:00:00:01'] }),
  Mac,
  {
    decode: (text) => text.replaceAll(/[^0-9A-Fa-f]/g, '').toLowerCase(),
    encode: (mac) => mac,
  },
)

/** When a beacon may be in its room; past midnight where `to` is earlier than `from`. */
export const AllowedTime = z
  .strictObject({
    /** Of the week, Sunday is 0. */
    days: z
      .array(z.int().min(0).max(6))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, { error: 'invalid' }),
    from: TimeOfDay,
    to: TimeOfDay,
  })
  .refine(({ from, to }) => from !== to, { error: 'invalid', path: ['to'] })
  .meta({ id: 'AllowedTime', examples: [{ days: [0, 1, 2, 3, 4], from: '08:00', to: '20:00' }] })

/** The buttons of a remote, as its facts name them: the first, or the only one, has no number. */
export const beaconButtons = ['button', 'button2', 'button3', 'button4', 'button5', 'button6'] as const
export type BeaconButton = (typeof beaconButtons)[number]
export const isButton = (kind: string): kind is BeaconButton => beaconButtons.some((name) => name === kind)

/** What the press of a button does: it calls for help unless somebody said otherwise. That who carries it is well only what is carried can say. */
export const buttonActs = ['SOS', 'CHECK_IN', 'NOTHING'] as const
export type ButtonAct = (typeof buttonActs)[number]
export const ButtonActs = z
  .partialRecord(z.enum(beaconButtons), z.enum(buttonActs))
  .meta({ id: 'ButtonActs', examples: [{ button4: 'NOTHING' }] })
export type ButtonActs = z.output<typeof ButtonActs>

const bounded = (min: number, max: number) =>
  z.number().min(min, { error: 'tooSmall' }).max(max, { error: 'tooLarge' })
const whole = (min: number, max: number) =>
  z.int().min(min, { error: 'tooSmall' }).max(max, { error: 'tooLarge' })

/** When, how long and in which climate a beacon is as it should be (`null`: no limit), and what its buttons do. */
export const BeaconLimits = z.strictObject({
  allowedTimes: z.array(AllowedTime).max(ALLOWED_TIMES_MAX, { error: 'tooMany' }),
  maxMinutes: whole(1, 10_080).nullable(),
  temperatureLow: bounded(-40, 85).nullable(),
  temperatureHigh: bounded(-40, 85).nullable(),
  humidityLow: bounded(0, 100).nullable(),
  humidityHigh: bounded(0, 100).nullable(),
  buttons: ButtonActs,
})
export type BeaconLimits = z.output<typeof BeaconLimits>

/** What a gateway can be told. */
export const GatewayConfig = z
  .strictObject({
    scanIntervalSeconds: whole(1, 300),
    /** Weaker sightings are not reported. */
    rssiFilterDbm: whole(-120, 0),
    reportIntervalSeconds: whole(1, 3_600),
  })
  .partial()
  .meta({ id: 'GatewayConfig' })
export type GatewayConfig = z.output<typeof GatewayConfig>
export type GatewayConfigName = keyof GatewayConfig
export const gatewayConfigNames = GatewayConfig.keyof().options

/** Added to what this gateway hears, before gateways are compared. */
export const RssiOffset = whole(-30, 30)

/** By which a beacon is known whose address changes: 32 hexadecimal digits, major, minor. */
export const ibeaconText = ({ uuid, major, minor }: { uuid: string; major: number; minor: number }): string =>
  `${uuid.replaceAll('-', '').toLowerCase()}-${major}-${minor}`

export const IBeaconText = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{32}-\d{1,5}-\d{1,5}$/)
  .meta({ examples: ['00112233445566778899aabbccddeeff-1-2'] })

/** By which a phone or watch is known although its address changes every few minutes: the 16 bytes of its identity key, as 32 hexadecimal digits (`irk:` may stand before them), or as Apple's keychain shows them, in base64 and backwards. */
export const IdentityKey = z
  .string()
  .trim()
  .regex(/^((irk:)?[0-9A-Fa-f]{32}|[A-Za-z0-9+/]{22}==)$/i)
  .meta({ examples: ['00112233445566778899aabbccddeeff'] })

/** By which a beacon that speaks in secret is understood: 16 bytes (12 of older MiBeacons). */
export const BindKey = z
  .string()
  .regex(/^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{24})$/)
  .meta({ examples: ['00112233445566778899aabbccddeeff'] })
