import { addEvent, addMeasured, addPosition, addUnknownAlarm, reject, stamp } from '../kit/facts.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import { type Fields, fieldOf } from '../kit/json.ts'
import { wordOf } from '../kit/text.ts'
import type { FrameRead, FrameContext, Protocol } from '../protocol.ts'
import { cutWonlex, isWonlex, openWonlex, writeWonlex } from './frame.ts'
import { bodyOf, readFacts, type WonlexFact } from './messages.ts'
import { encodeWonlexCommand, encodeWonlexSettings, isSent } from './encode.ts'

/** Wonlex: JSON behind its length. */
export const watchWonlex: Protocol = {
  matches: isWonlex,
  cut: cutWonlex,
  read: readWonlex,
  opcodeOf: (frame) => {
    const document = openWonlex(frame)
    return document && wordOf(fieldOf(document, 'type'))
  },
  encodeSettings: encodeWonlexSettings,
  encodeCommand: encodeWonlexCommand,
}

function readWonlex(frame: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const document = openWonlex(frame)
  const type = document && fieldOf(document, 'type')
  if (!document || typeof type !== 'string' || type === '') return unreadable('not a message')
  const read = nothingRead()
  const imei = imeiOf(document)
  const isAnswer = fieldOf(document, 'ref') === 'w:reply'
  if (!isAnswer) {
    for (const fact of readFacts(type, document)) addFact(read, fact, receivedAt)
  } else if (!isSent(type)) reject(read.decoded, 'unknownMessage', type)
  return {
    ...read,
    ...(imei !== undefined && { identity: imei }),
    replies: isAnswer ? [] : [writeWonlex(replyTo(document))],
    answers: isAnswer ? [{ key: `${type}:${wordOf(fieldOf(document, 'ident'))}`, isTaken: true }] : [],
  }
}

function imeiOf(document: Fields): string | undefined {
  const imei = wordOf(fieldOf(document, 'imei')) || wordOf(fieldOf(bodyOf(document), 'imei'))
  return /^\d{15}$/.test(imei) ? imei : undefined
}

/** The same kind and number, or it is said again. */
export function replyTo(document: Fields): Fields {
  const { type, ident } = document
  return {
    type: wordOf(type).slice(0, 64),
    ident: typeof ident === 'number' ? ident : wordOf(ident).slice(0, 64),
    ref: 's:reply',
    imei: imeiOf(document) ?? '',
    data: {},
  }
}

function addFact(
  { decoded }: FrameRead,
  { time: given, measured, place, event, unknown }: WonlexFact,
  receivedAt: number,
) {
  const time = stamp(decoded, given, receivedAt)
  if (event) addEvent(decoded, event, time)
  if (measured) addMeasured(decoded, time, measured)
  if (place) addPosition(decoded, { time, ...place, source: 'GPS' })
  if (unknown === undefined) return
  if (unknown.isAlarm) addUnknownAlarm(decoded, unknown.word, time)
  else reject(decoded, 'unknownMessage', unknown.word)
}
