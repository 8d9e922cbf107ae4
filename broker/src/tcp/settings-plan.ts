import { formatNameOf, formatOf } from '@carewatch/contracts/formats'
import { formatWith } from '@carewatch/contracts/profiles'
import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import type { Addressed, SettingsDown } from '@carewatch/devices/protocol'
import { digestOf, type Ledger, PANIC, type Sending } from '../downlink/setting-ledger.ts'
import type { WantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'

export type SettingsPlan = {
  frames: readonly SettingsDown[]
  sending: Sending
  /** Of these an older revision was the same: the watch has it, or was sent it on this connection already. */
  unchanged: readonly SettingName[]
}

/** What goes down to a watch: the settings that it does not have yet, each with all of its frames and whatever else these carry. */
export function planSettings(tcp: TcpConnection, wanted: WantedSettings, ledger: Ledger): SettingsPlan {
  const { settings, revision, reportedRevision } = wanted
  const { confirms, sentHere } = tcp
  const frames = encoded(tcp, settings, tcp.addressed())
  const digests = digestsOf(tcp, wanted)
  // Of what was sent before there was a ledger, the whole revision is known to be there: as any model has it, not as one that was chosen since.
  if (ledger.size === 0 && (reportedRevision ?? 0) >= revision && tcp.profile?.by !== 'CHOSEN')
    return nothingToSend
  const isThere = (name: SettingName): boolean => {
    const state = ledger.get(name)
    // A lost line does not end a panic; the next saved setting does.
    if (state?.digest === PANIC && state.revision >= revision) return true
    if (!state || state.digest !== digests.get(name)) return false
    const isAnswered = state.isTaken === true || !confirms
    return state.digest === null || isAnswered || state.isTooSoon || sentHere.get(name) === state.digest
  }
  const names = settingsTaken(tcp)
  // Of a model that it was before: nothing of that is waited for.
  const former = [...ledger.values()].filter(
    ({ setting, digest }) => digest !== null && !names.includes(setting),
  )
  const lacking = [...names.filter((name) => !isThere(name)), ...former.map(({ setting }) => setting)]
  const open = withCompanions(frames, new Set(lacking))
  const isSent = ({ settings: carried }: SettingsDown) => carried.some((name) => open.has(name))
  const isAnySent = frames.some(isSent)
  return {
    // What carries no setting is sent beside them.
    frames: frames.filter((frame) => isSent(frame) || (isAnySent && frame.settings.length === 0)),
    sending: new Map([...open].map((name) => [name, digests.get(name) ?? null])),
    unchanged: names.filter((name) => !open.has(name) && (ledger.get(name)?.revision ?? revision) < revision),
  }
}

const settingsTaken = ({ source, profile }: TcpConnection): readonly SettingName[] =>
  formatWith(formatOf(formatNameOf(source.format)), profile).settings

/** The frames that a model of its kind takes, and those without a setting. */
function encoded(tcp: TcpConnection, settings: WatchSettings, to: Addressed): SettingsDown[] {
  const taken = settingsTaken(tcp)
  const isTaken = ({ settings: names }: SettingsDown) =>
    names.length === 0 || names.some((name) => taken.includes(name))
  return tcp.protocol.encodeSettings(settings, to).filter(isTaken)
}

const nothingToSend: SettingsPlan = { frames: [], sending: new Map(), unchanged: [] }

/** Several settings in one frame go together. */
function withCompanions(frames: readonly SettingsDown[], open: Set<SettingName>): Set<SettingName> {
  const carried = frames.filter(({ settings }) => settings.some((name) => open.has(name)))
  const all = new Set([...open, ...carried.flatMap(({ settings }) => settings)])
  return all.size === open.size ? open : withCompanions(frames, all)
}

/** Of each setting the bytes of its frames, without what is another at each sending; null where nothing is sent for it. */
function digestsOf(tcp: TcpConnection, { settings }: WantedSettings) {
  const same = { ...tcp.addressed(), address: '', serial: 0, now: 0 }
  const frames = encoded(tcp, settings, same)
  return new Map<SettingName, string | null>(
    settingsTaken(tcp).map((name) => {
      const own = frames.filter((frame) => frame.settings.includes(name))
      return [name, own.length > 0 ? digestOf(own.map(({ bytes }) => bytes)) : null]
    }),
  )
}
