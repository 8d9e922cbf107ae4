import type { CommandKind } from '@carewatch/contracts/commands'
import { profileOf } from '@carewatch/contracts/profiles'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { utf16BigHex } from '../kit/text.ts'
import type { Addressed, Down } from '../protocol.ts'
import { uploadSeconds } from './encode-settings.ts'
import { encode3g } from './encode.ts'

export const encode3gText = (text: string, to: Addressed): Down =>
  encode3g(to, 'MESSAGE', [utf16BigHex(text)])

const EMERGENCY_SECONDS = 60

const MEASURE = [
  { metric: 'heartRate', type: 'hrtstart', args: [1] },
  { metric: 'temperature', type: 'bodytemp2', args: [] },
] as const

/** Of a model that somebody chose, what it measures. */
function measured(known: Addressed['profile']) {
  if (known?.by !== 'CHOSEN') return MEASURE
  const { measuresNow } = profileOf(known.name)
  return MEASURE.filter(({ metric }) => measuresNow.includes(metric))
}

/** What it measures now is the pulse with the pressure, and the temperature. A reset is the factory's, for nothing of a wearer may stay. */
export function encode3gCommand(kind: CommandKind, to: Addressed, settings: WatchSettings): Down[] {
  switch (kind) {
    case 'FIND':
      return [encode3g(to, 'FIND')]
    case 'MEASURE':
      return measured(to.profile).map(({ type, args }) => encode3g(to, type, args))
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
