import type { CommandKind } from '@carewatch/contracts/commands'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { utf16BigHex } from '../kit/text.ts'
import type { Addressed, Down } from '../protocol.ts'
import { uploadSeconds } from './encode-settings.ts'
import { encode3g } from './encode.ts'

export const encode3gText = (text: string, to: Addressed): Down =>
  encode3g(to, 'MESSAGE', [utf16BigHex(text)])

const EMERGENCY_SECONDS = 60

/** What it measures now is the pulse with the pressure, and the temperature. A reset is the factory's, for nothing of a wearer may stay. */
export function encode3gCommand(kind: CommandKind, to: Addressed, settings: WatchSettings): Down[] {
  switch (kind) {
    case 'FIND':
      return [encode3g(to, 'FIND')]
    case 'MEASURE':
      return [encode3g(to, 'hrtstart', [1]), encode3g(to, 'bodytemp2')]
    case 'LOCATE':
      return [encode3g(to, 'CR')]
    case 'PANIC_ON':
      return [encode3g(to, 'UPLOAD', [EMERGENCY_SECONDS]), { ...encode3g(to, 'FIND'), isBeside: true }]
    case 'PANIC_OFF':
      return [encode3g(to, 'UPLOAD', [uploadSeconds(settings)])]
    case 'RESET':
      return [encode3g(to, 'FACTORY')]
  }
}
