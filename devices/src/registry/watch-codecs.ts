import type { Codec } from '../codec.ts'
import { native } from '../native/watch.ts'
import { owntracks } from '../owntracks/owntracks.ts'

/** One line a format; a device's model names its format (`device_models.format`). */
export const codecs = { native, owntracks } as const satisfies Record<string, Codec>

export const codecOf = (format: string): Codec =>
  Object.hasOwn(codecs, format) ? codecs[format as keyof typeof codecs] : native
