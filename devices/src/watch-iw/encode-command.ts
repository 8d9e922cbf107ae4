import type { CommandKind } from '@carewatch/contracts/commands'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { utf16BigHex } from '../kit/text.ts'
import type { Addressed, Down } from '../protocol.ts'
import { iwMode } from './encode-settings.ts'
import { encodeIw } from './encode.ts'

const EMERGENCY = 3
export const encodeIwText = (text: string, to: Addressed): Down => encodeIw(to, '40', [utf16BigHex(text)])

/** A watch sounds when a text comes. */
const find = (to: Addressed): Down => encodeIwText('Carewatch', to)

/** Pulse, pressure, saturation, temperature: each is a command of its own. A reset is the factory's, for nothing of a wearer may stay. */
export function encodeIwCommand(kind: CommandKind, to: Addressed, settings: WatchSettings): Down[] {
  switch (kind) {
    case 'FIND':
      return [find(to)]
    case 'MEASURE':
      return ['XL', 'XY', 'XZ', 'XT'].map((opcode) => encodeIw(to, opcode))
    case 'LOCATE':
      return [encodeIw(to, '16')]
    case 'PANIC_ON':
      return [encodeIw(to, '33', [EMERGENCY]), { ...find(to), isBeside: true }]
    case 'PANIC_OFF':
      return [encodeIw(to, '33', iwMode(settings).args)]
    case 'RESET':
      return [encodeIw(to, '17')]
  }
}
