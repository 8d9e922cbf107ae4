import { dialect3gOf } from '@carewatch/contracts/profiles'
import { digitsOfUtc } from '../kit/clocks.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import {
  addCells,
  addEvent,
  addFirmware,
  addMeasured,
  addNetworks,
  addPosition,
  reject,
  stamp,
} from '../kit/facts.ts'
import type { Decoded } from '../codec.ts'
import type { FrameRead, FrameContext, Protocol } from '../protocol.ts'
import { eventsOf } from './alarms.ts'
import { addressOf, cut3g, type Frame3g, is3g, open3g, write3g } from './frame.ts'
import { hints3g } from './hints.ts'
import { readMessage, type Message3g } from './messages.ts'
import { encode3gCommand, encode3gText } from './encode-command.ts'
import { encode3gSettings } from './encode-settings.ts'

/** The "3G" protocol of SeTracker, Beesure, 4P-Touch and most watches for children: text in brackets. */
export const watch3g: Protocol = {
  matches: is3g,
  cut: cut3g,
  read: read3g,
  opcodeOf: (bytes) => {
    const frame = open3g(bytes)
    return frame && readMessage(frame).type
  },
  encodeSettings: encode3gSettings,
  encodeCommand: encode3gCommand,
  encodeText: encode3gText,
}

function read3g(bytes: Uint8Array, context: FrameContext): FrameRead {
  const frame = open3g(bytes)
  if (!frame) return unreadable('not a message')
  const message = readMessage(frame)
  const read = nothingRead()
  if (message.isDoubted) reject(read.decoded, 'shape', 'length')
  if (message.isUnknown) reject(read.decoded, 'unknownMessage', message.type)
  addFacts(read.decoded, message, context.receivedAt)
  const hints = hints3g(frame, message)
  const reply = replyTo(frame, message, context)
  return {
    ...read,
    identity: frame.id,
    address: addressOf(frame),
    ...(hints && { hints }),
    replies: reply === undefined ? [] : [write3g(addressOf(frame), frame.index ?? '', reply)],
    answers: message.kind === 'answer' ? [{ key: message.type, isTaken: isTaken(message.args) }] : [],
  }
}

/** A command is answered by its own name, by some with how it went behind. */
const isTaken = (args: readonly string[]): boolean => !(args.length === 1 && args[0] === '0')

export function replyTo(
  { vendor }: Frame3g,
  { type, kind }: Message3g,
  { receivedAt, profile }: FrameContext,
): string | undefined {
  const isClocked = vendor === 'ZJ' || (profile?.by === 'CHOSEN' && dialect3gOf(profile)?.isLinkClocked)
  if (type === 'LK' && isClocked) return `LK,${dateAndClock(receivedAt)}`
  if (type.toLowerCase() === 'oxygen') return `${type},1`
  if (kind === 'link' || kind === 'alarm' || kind === 'vitals') return type
  return REPLIES.get(type)
}

const REPLIES = new Map([
  ['INIT', 'INIT,1'],
  ['TKQ', 'TKQ'],
  ['TKQ2', 'TKQ2'],
  ['TK', 'TK,1'],
  ['JXTK', 'JXTKR,1'],
  ['CONFIG', 'CONFIG,1'],
  ['WIFIINFOUP', 'WIFIINFOUP,1'],
])

function dateAndClock(time: number): string {
  const digits = digitsOfUtc(time)
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)]
  return `${year}-${month}-${day},${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}`
}

function addFacts(decoded: Decoded, message: Message3g, receivedAt: number): void {
  const { kind, args, block, vitals } = message
  const time = stamp(decoded, block?.time, receivedAt)
  if (kind === 'alarm') addAlarm(decoded, block ? block.status || shortStatusIn(args) : statusIn(args), time)
  if (block?.isValid) {
    const { lat, lng, accuracyM } = block
    addPosition(decoded, { time, lat, lng, accuracyM: accuracyM || null, source: 'GPS' })
  }
  addNetworks(decoded, time, block?.wifi)
  addCells(decoded, time, block?.cells)
  if (block) addMeasured(decoded, time, { battery: block.battery, steps: block.steps })
  else if (kind === 'alarm' || kind === 'position') reject(decoded, 'shape', 'position')
  if (vitals) addMeasured(decoded, time, vitals)
  addFirmware(decoded, message.firmware)
}

function addAlarm(decoded: Decoded, status: string, time: number): void {
  const { events, isUnknown } = eventsOf(status)
  if (isUnknown) reject(decoded, 'unknownEvent', status || 'empty')
  for (const type of events) addEvent(decoded, type, time)
}

const WORD = /^[0-9A-Fa-f]{8}$/

/** Some leave out what stands between the satellites and it. */
const shortStatusIn = (args: readonly string[]): string => (WORD.test(args[10] ?? '') ? (args[10] ?? '') : '')

/** What an alarm is about stands in eight digits, wherever the rest of it is broken. */
const statusIn = (args: readonly string[]): string => args.find((field) => WORD.test(field)) ?? ''
