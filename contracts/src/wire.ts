import { z } from 'zod'

/** A moment: ISO text on every wire, `Date` in every program. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** Milliseconds since 1970 in a path, as the specification writes it (`/readings/{imei}/since/{timeInMillis}`). */
export const Millis = z.codec(z.string().regex(/^\d{1,15}$/), z.date(), {
  decode: (text) => new Date(Number(text)),
  encode: (date) => String(date.getTime()),
})

export const Uuid = z.uuid()
export type Uuid = z.output<typeof Uuid>

export const Imei = z.string().regex(/^\d{15}$/)
/** Twelve lower-case hexadecimal digits, no separators. */
export const Mac = z.string().regex(/^[0-9a-f]{12}$/)
