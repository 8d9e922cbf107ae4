import { limitSettings, type SettingName } from '@carewatch/contracts/settings'

/** Kept and evaluated here, whether the watch takes them or not. */
const ours: readonly SettingName[] = [
  'operationMode',
  'locationIntervalMinutes',
  ...limitSettings.map(({ name }) => name),
]

export const isOurs = (name: string): boolean => ours.some((one) => one === name)

/** Whether a setting is of use for a watch that takes these. */
export const isShown = (supported: readonly SettingName[], name: string): boolean =>
  isOurs(name) || supported.some((one) => one === name)
