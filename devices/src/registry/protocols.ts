import type { SocketFormat } from '@carewatch/contracts/formats'
import type { Protocol } from '../protocol.ts'
import { pendantEview } from '../pendant-eview/protocol.ts'
import { pendantMinifinder } from '../pendant-minifinder/protocol.ts'
import { watch3g } from '../watch-3g/protocol.ts'
import { watchB2316 } from '../watch-b2316/protocol.ts'
import { watchIw } from '../watch-iw/protocol.ts'
import { watchPt60 } from '../watch-pt60/protocol.ts'
import { watchThinkrace } from '../watch-thinkrace/protocol.ts'
import { watchWonlex } from '../watch-wonlex/protocol.ts'
import { watchWristband } from '../watch-wristband/protocol.ts'

/** One line a format that is spoken over a plain socket; leave one out and this file stops compiling. */
export const protocols = {
  'watch-iw': watchIw,
  'watch-3g': watch3g,
  'watch-wonlex-json': watchWonlex,
  'pendant-eview': pendantEview,
  'pendant-minifinder-text': pendantMinifinder,
  'watch-pt60': watchPt60,
  'watch-wristband': watchWristband,
  'watch-b2316-json': watchB2316,
  'watch-thinkrace-binary': watchThinkrace,
} as const satisfies Record<SocketFormat, Protocol>

export type ProtocolName = keyof typeof protocols
export const isProtocolName = (text: string): text is ProtocolName => Object.hasOwn(protocols, text)

// Safe: the keys of the object above.
const names = Object.keys(protocols) as ProtocolName[]

/** Who speaks so, by the first bytes of a connection: undefined while more of them are needed, null where nobody does. */
export function protocolOf(beginning: Uint8Array): ProtocolName | undefined | null {
  let isOpen = false
  for (const name of names) {
    const isMatch = protocols[name].matches(beginning)
    if (isMatch) return name
    isOpen ||= isMatch === undefined
  }
  return isOpen ? undefined : null
}
