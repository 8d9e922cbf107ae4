import type { CommandKind } from '@carewatch/contracts/commands'
import { profileOf } from '@carewatch/contracts/profiles'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { utf16BigHex } from '../kit/text.ts'
import type { Addressed, Down } from '../protocol.ts'
import { iwMode } from './encode-settings.ts'
import { encodeIw } from './encode.ts'

const EMERGENCY = 3
export const encodeIwText = (text: string, to: Addressed): Down => encodeIw(to, '40', [utf16BigHex(text)])

/** A watch sounds when a text comes. */
const find = (to: Addressed): Down => encodeIwText('Carewatch', to)

const MEASURE = { heartRate: 'XL', systolic: 'XY', spo2: 'XZ', temperature: 'XT' } as const

/** Of a model that somebody chose, what it measures. */
function measured(known: Addressed['profile']): string[] {
  const all = Object.entries(MEASURE)
  if (known?.by !== 'CHOSEN') return all.map(([, opcode]) => opcode)
  const { measuresNow } = profileOf(known.name)
  return all.filter(([metric]) => measuresNow.some((name) => name === metric)).map(([, opcode]) => opcode)
}

/** Pulse, pressure, saturation, temperature: each is a command of its own. A reset is the factory's, for nothing of a wearer may stay. */
export function encodeIwCommand(kind: CommandKind, to: Addressed, settings: WatchSettings): Down[] {
  switch (kind) {
    case 'FIND':
      return [find(to)]
    case 'MEASURE':
      return measured(to.profile).map((opcode) => encodeIw(to, opcode))
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
