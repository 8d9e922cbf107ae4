import type { CommandKind } from '@carewatch/contracts/commands'
import type { WatchSettings } from '@carewatch/contracts/settings'
import type { Addressed, Down } from '../protocol.ts'
import { uploadSeconds } from './tell-settings.ts'
import { tell3g } from './tell.ts'

const EMERGENCY_SECONDS = 60

/** What it measures now is the pulse with the pressure, and the temperature. A reset is the factory's, for nothing of a wearer may stay. */
export function tell3gCommand(kind: CommandKind, to: Addressed, settings: WatchSettings): Down[] {
  switch (kind) {
    case 'FIND':
      return [tell3g(to, 'FIND')]
    case 'MEASURE':
      return [tell3g(to, 'hrtstart', [1]), tell3g(to, 'bodytemp2')]
    case 'LOCATE':
      return [tell3g(to, 'CR')]
    case 'PANIC_ON':
      return [tell3g(to, 'UPLOAD', [EMERGENCY_SECONDS]), tell3g(to, 'FIND')]
    case 'PANIC_OFF':
      return [tell3g(to, 'UPLOAD', [uploadSeconds(settings)])]
    case 'RESET':
      return [tell3g(to, 'FACTORY')]
  }
}
