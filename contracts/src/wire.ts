import { z } from 'zod'

/** A moment: ISO text on every wire, `Date` in every program. */
const instant = (example: string) =>
  z.codec(z.iso.datetime({ offset: true }).meta({ examples: [example] }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })

export const Instant = instant('2026-11-21T08:30:00.000Z')
/** The end of something that began at an instant. */
export const EndInstant = instant('2026-11-21T16:30:00.000Z')

/** Milliseconds since 1970 in a path, as the specification writes it (`/readings/{imei}/since/{timeInMillis}`). */
export const Millis = z.codec(
  z
    .string()
    .regex(/^\d{1,15}$/)
    .meta({ examples: ['1795248000000'] }),
  z.date(),
  {
    decode: (text) => new Date(Number(text)),
    encode: (date) => String(date.getTime()),
  },
)

/** On a clock of 24 hours, in a zone that is known otherwise. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ['22:00'] })

/** A calendar month, as `2026-10`. */
export const Month = z
  .string({ error: 'is required' })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .meta({ examples: ['2026-10'] })

export const Uuid = z.uuid().meta({ examples: ['0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b'] })
export type Uuid = z.output<typeof Uuid>

export const Imei = z
  .string()
  .regex(/^\d{15}$/)
  .meta({ examples: ['355688120000017'] })
/** Twelve lower-case hexadecimal digits, no separators. */
export const Mac = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .meta({ examples: ['ac233f000001'] })
