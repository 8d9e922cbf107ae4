import type { CommandKind } from '@carewatch/contracts/commands'
import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'

/** What is published to a phone. It takes it when it wakes, if its owner allows commands, and does not say so. */
export type PhoneDown = { topic: string; payload: string }
export type PhoneAddress = { user: string; device: string }

const cmd = ({ user, device }: PhoneAddress, fields: object): PhoneDown => ({
  topic: `owntracks/${user}/${device}/cmd`,
  payload: JSON.stringify({ _type: 'cmd', ...fields }),
})

const MOVE = 2
const SIGNIFICANT = 1
const EMERGENCY_MINUTES = 1

/** Often is what the app calls moving; else it waits until the phone has gone somewhere. */
const monitoring = (minutes: number) => ({
  action: 'setConfiguration',
  configuration: {
    _type: 'configuration',
    monitoring: minutes < MODE_MINUTES.NORMAL ? MOVE : SIGNIFICANT,
    locatorInterval: minutes * 60,
    moveModeLocatorInterval: minutes * 60,
  },
})

const minutesOf = ({ operationMode, locationIntervalMinutes }: WatchSettings): number =>
  operationMode === 'CUSTOM' ? (locationIntervalMinutes ?? MODE_MINUTES.NORMAL) : MODE_MINUTES[operationMode]

export const encodePhoneSettings = (
  settings: WatchSettings,
  to: PhoneAddress,
): (PhoneDown & { settings: readonly SettingName[] })[] => [
  {
    ...cmd(to, monitoring(minutesOf(settings))),
    settings:
      settings.operationMode === 'CUSTOM' ? ['operationMode', 'locationIntervalMinutes'] : ['operationMode'],
  },
]

/** Nothing: it cannot be told that. */
export function encodePhoneCommand(
  kind: CommandKind,
  to: PhoneAddress,
  settings: WatchSettings,
): PhoneDown[] {
  if (kind === 'LOCATE') return [cmd(to, { action: 'reportLocation' })]
  if (kind === 'PANIC_ON')
    return [cmd(to, monitoring(EMERGENCY_MINUTES)), cmd(to, { action: 'reportLocation' })]
  return kind === 'PANIC_OFF' ? [cmd(to, monitoring(minutesOf(settings)))] : []
}
