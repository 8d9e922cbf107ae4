import { isoOf } from '@carewatch/devices/kit/clocks'
import { framesOf } from '@carewatch/devices/kit/frames'
import { openWonlex } from '@carewatch/devices/watch-wonlex/frame'
import { readFacts } from '@carewatch/devices/watch-wonlex/messages'
import { replyTo, watchWonlex } from '@carewatch/devices/watch-wonlex/protocol'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { context, withoutAbsent } from './plain.ts'
import { measuredFields } from './measured-fields.ts'

/** Wonlex in the words of its case file. */
export const watchWonlexView: View = (one) => {
  const bytes = bytesOf(one)
  const { frames } = framesOf(watchWonlex, bytes)
  const [first] = frames
  const document = first && openWonlex(first)
  if (!first || !document) return { reject: true }
  const type = String(document.type)
  const [fact] = readFacts(type, document)
  return withoutAbsent({
    type,
    imei: watchWonlex.read(first, context).identity,
    time: isoOf(fact?.time),
    vitals: fact?.measured && measuredFields(fact.measured),
    ...(fact?.measured && measuredFields(fact.measured)),
    position: fact?.place && { lat: fact.place.lat, lon: fact.place.lng, valid: true },
    alarm_events: fact?.event && [fact.event.toLowerCase()],
    reply: document.ref === 'w:update' ? replyTo(document) : undefined,
  })
}
