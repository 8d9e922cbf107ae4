import { iwDialectOf } from '@carewatch/contracts/profiles'
import { digitsOfUtc } from '../kit/clocks.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import { fromLatin1 } from '../kit/text.ts'
import type { FrameRead, FrameContext, Protocol } from '../protocol.ts'
import { addFacts } from './facts.ts'
import { cutIw, type IwFrame, isIw, openIw } from './frame.ts'
import { isUplink, readMessage } from './messages.ts'
import { iwHints } from './hints.ts'
import type { IwMessage } from './message.ts'
import { encodeIwCommand, encodeIwText } from './encode-command.ts'
import { encodeIwSettings } from './encode-settings.ts'

/** The IW protocol of Thinkrace, Vivistar, Beehome and many without a name: lines of text that end with `#`. */
export const watchIw: Protocol = {
  matches: isIw,
  cut: cutIw,
  read: readIw,
  opcodeOf: (bytes) => openIw(bytes)?.opcode,
  encodeSettings: encodeIwSettings,
  encodeCommand: encodeIwCommand,
  encodeText: encodeIwText,
}

function readIw(bytes: Uint8Array, context: FrameContext): FrameRead {
  const frame = openIw(bytes)
  if (!frame) return unreadable('not a message')
  const message = readMessage(frame)
  const read = nothingRead()
  const hints = iwHints(frame, message)
  const { alarms } = iwDialectOf(context.profile)
  addFacts(read.decoded, message, { receivedAt: context.receivedAt, alarms })
  const reply = replyTo(frame, message, context)
  return {
    ...read,
    address: frame.prefix,
    ...(hints && { hints }),
    ...(message.login && { identity: message.login.imei }),
    replies: reply === undefined ? [] : [fromLatin1(reply)],
    answers: message.ack ? [{ key: `${frame.opcode}:${message.ack.serial}`, isTaken: true }] : [],
  }
}

const NEXT_LETTER: Record<string, string> = { A: 'B', C: 'D', Y: 'Z' }

/** Only what a watch says of its own accord is answered: `IWBP31#` as an answer to an unknown `AP31` would switch it off. */
export function replyTo(
  { prefix, opcode }: IwFrame,
  message: IwMessage,
  context: FrameContext,
): string | undefined {
  if (!isUplink(opcode)) return undefined
  const head = `${prefix}${NEXT_LETTER[opcode.charAt(0)] ?? 'B'}${opcode.slice(1)}`
  if (message.login) {
    if (iwDialectOf(context.profile).isLoginBare) return `${head}#`
    return `${head},${digitsOfUtc(context.receivedAt)},${context.utcOffsetMinutes / 60}#`
  }
  if (message.media) return `${head},${message.media.time},${message.media.parts},${message.media.part},1#`
  if (message.type !== undefined) return `${head},${message.type}#`
  // Somebody without an IMEI is not told that it has one.
  return message.unread === 'imei' ? undefined : `${head}#`
}
