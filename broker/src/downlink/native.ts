import { limitedMetrics } from '@carewatch/contracts/metrics'
import {
  limitMapOf,
  settingNames,
  type SettingName,
  withoutLimits,
  type WatchSettings,
} from '@carewatch/contracts/settings'
import { watchTopic } from '@carewatch/contracts/topics'
import type { Client } from 'aedes'
import type pg from 'pg'
import type { Session } from '../auth/sessions.ts'
import { returnCommand, takeCommands } from './commands.ts'
import { publish } from './publish.ts'
import {
  digestOf,
  type Ledger,
  noteSending,
  noteUnchanged,
  readLedger,
  type Sending,
} from './setting-ledger.ts'
import { noteSettingsSent, readWantedSettings } from './wanted-settings.ts'

type Watch = { db: pg.Pool; client: Client; session: Session }

/** The settings as our own format writes them. */
function written(revision: number, settings: WatchSettings): string {
  const { others } = withoutLimits(settings)
  // Under their own names too, as watches of the version before read them.
  const { spo2Low, temperatureLow, temperatureHigh } = settings
  const { calibrationSystolic, calibrationDiastolic, fallDetection, fallSensitivity, ...rest } = others
  const limits = limitMapOf(settings)
  const bounds = limitedMetrics.map((of) => [of, { low: null, high: null, ...limits[of] }] as const)
  return JSON.stringify({
    revision,
    ...rest,
    ...Object.fromEntries(bounds),
    spo2Low,
    temperatureLow,
    temperatureHigh,
    bloodPressureCalibration: { systolic: calibrationSystolic, diastolic: calibrationDiastolic },
    fallDetection: { enabled: fallDetection, sensitivity: fallSensitivity },
  })
}

/** By it one knows what a watch was sent for a setting. */
export const nativeDigest = (settings: WatchSettings, name: SettingName): string =>
  digestOf([JSON.stringify(settings[name])])

/** All of them go down together; of those that the watch has taken nothing new is expected. */
function openSettings(settings: WatchSettings, ledger: Ledger): Sending {
  const all = settingNames.map((name) => [name, nativeDigest(settings, name)] as const)
  return new Map(
    all.filter(([name, digest]) => {
      const state = ledger.get(name)
      return state?.digest !== digest || state.isTaken !== true
    }),
  )
}

/** Sends a watch its settings. `onlyUnsent`: unless it reported them, or they have just been sent. */
export async function sendSettings({ db, client, session }: Watch, onlyUnsent = false): Promise<void> {
  const { principal, source } = session
  if (principal.kind !== 'watch' || source?.format !== 'native') return
  const wanted = await readWantedSettings(db, source.deviceId)
  if (!wanted || client.closed) return
  const { revision, reportedRevision, settings } = wanted
  if (onlyUnsent && Math.max(reportedRevision ?? 0, session.settingsSent ?? 0) >= revision) return
  session.settingsSent = revision
  const { deviceId } = source
  const sending = openSettings(settings, await readLedger(db, deviceId))
  await noteSending(db, { deviceId, revision, sending })
  const unchanged = settingNames.filter((name) => !sending.has(name))
  await noteUnchanged(db, { deviceId, revision, settings: unchanged })
  await publish(client, {
    topic: watchTopic(principal.name, 'settings'),
    payload: written(revision, settings),
    retain: true,
  })
  await noteSettingsSent(db, deviceId, revision)
}

/** Tells a watch to do what it was ordered to. */
export async function sendCommands({ db, client, session }: Watch): Promise<void> {
  const { principal, source } = session
  if (principal.kind !== 'watch' || source?.format !== 'native' || client.closed) return
  const down = { ...session, deviceId: source.deviceId }
  for (const { uuid, kind, payload, expiresAt } of await takeCommands(db, down)) {
    if (kind === 'RESET') delete session.settingsSent
    const body = JSON.stringify({ uuid, kind, ...payload, expiresAt })
    await publish(client, {
      topic: watchTopic(principal.name, 'command'),
      payload: body,
      retain: false,
    }).catch(() => returnCommand(db, source.deviceId, uuid))
  }
}

/** Whether a subscription of this watch covers what is published there. */
export const wants = (imei: string, leaf: 'settings' | 'command', filter: string): boolean =>
  filter === watchTopic(imei, leaf) || filter === `watch/${imei}/#`
