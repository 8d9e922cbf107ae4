import { digitsOfUtc } from '../kit/clocks.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import { fromLatin1 } from '../kit/text.ts'
import type { FrameRead, FrameContext, Protocol } from '../protocol.ts'
import { addFacts } from './facts.ts'
import { cutIw, type IwFrame, isIw, openIw } from './frame.ts'
import { isUplink, readMessage } from './messages.ts'
import type { IwSaid } from './said.ts'
import { encodeIwCommand } from './encode-command.ts'
import { encodeIwSettings } from './encode-settings.ts'

/** The IW protocol of Thinkrace, Vivistar, Beehome and many without a name: lines of text that end with `#`. */
export const watchIw: Protocol = {
  isSpokenBy: isIw,
  cut: cutIw,
  read: readIw,
  encodeSettings: encodeIwSettings,
  encodeCommand: encodeIwCommand,
}

function readIw(frame: Uint8Array, context: FrameContext): FrameRead {
  const message = openIw(frame)
  if (!message) return unreadable('not a message')
  const said = readMessage(message)
  const read = nothingRead()
  addFacts(read.decoded, said, context.receivedAt)
  const reply = replyTo(message, said, context)
  return {
    ...read,
    address: message.prefix,
    ...(said.login && { identity: said.login.imei }),
    replies: reply === undefined ? [] : [fromLatin1(reply)],
    answers: said.ack ? [{ key: `${message.opcode}:${said.ack.serial}`, isTaken: true }] : [],
  }
}

const NEXT_LETTER: Record<string, string> = { A: 'B', C: 'D', Y: 'Z' }

/** Only what a watch says of its own accord is answered: `IWBP31#` as an answer to an unknown `AP31` would switch it off. */
export function replyTo(
  { prefix, opcode }: IwFrame,
  said: IwSaid,
  context: FrameContext,
): string | undefined {
  if (!isUplink(opcode)) return undefined
  const head = `${prefix}${NEXT_LETTER[opcode.charAt(0)] ?? 'B'}${opcode.slice(1)}`
  if (said.login) {
    return `${head},${digitsOfUtc(context.receivedAt)},${context.utcOffsetMinutes / 60}#`
  }
  if (said.media) return `${head},${said.media.time},${said.media.parts},${said.media.part},1#`
  // Somebody without an IMEI is not told that it has one.
  return said.unread === 'imei' ? undefined : `${head}#`
}
