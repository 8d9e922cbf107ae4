import type { SettingName } from '@carewatch/contracts/settings'

type Told = Readonly<Record<string, unknown>>

const SIDE = /^(.+)(Low|High)$/

const isRecord = (value: unknown): value is Told => typeof value === 'object' && value !== null

/** What a watch said of one setting: under our name, or a limit as a side of its vital, as our own topic writes it. */
export function toldOf(reported: Told | null, name: SettingName): unknown {
  if (!reported || name in reported) return reported?.[name]
  const [, vital = '', side = ''] = SIDE.exec(name) ?? []
  const limits = reported[vital]
  return isRecord(limits) ? limits[side.toLowerCase()] : undefined
}
