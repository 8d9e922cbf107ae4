import type { CarriedFormat } from '@carewatch/contracts/formats'
import type { Codec } from '../codec.ts'
import { native } from '../native/watch.ts'
import { owntracks } from '../owntracks/owntracks.ts'

/** One line a format of what somebody carries and speaks MQTT, leave one out and this file stops compiling; a device's model names its format (`device_models.format`). */
export const codecs = { native, owntracks } as const satisfies Record<CarriedFormat, Codec>

export const codecOf = (format: string): Codec =>
  Object.hasOwn(codecs, format) ? codecs[format as keyof typeof codecs] : native
