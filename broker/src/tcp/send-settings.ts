import { noteSettingsSent, readWantedSettings, type WantedSettings } from '../downlink/wanted-settings.ts'
import type { Line } from './connection.ts'

/** Sends a watch the settings it does not have yet, each setting that its protocol can carry. */
export const sendSettings = (line: Line): Promise<void> => line.inTurn(() => sendNow(line))

async function sendNow(line: Line): Promise<void> {
  const wanted = await readWantedSettings(line.db, line.deviceId)
  if (!wanted || !isNews(line, wanted)) return
  const { revision, settings } = wanted
  const told = line.protocol.tellSettings(settings, line.addressed())
  line.waiting.forgetSettings()
  for (const { bytes, key, settings: names } of told) {
    if (!line.write(bytes)) return
    // What carries no setting is told beside them, and nobody waits for its answer.
    if (key === undefined || names.length === 0) continue
    const values = Object.fromEntries(names.map((name) => [name, settings[name]]))
    line.waiting.waitFor(key, { what: 'settings', revision, values })
  }
  line.toldRevision = revision
  await noteSettingsSent(line.db, line.deviceId, revision)
}

/** One that answers some things and not others would be told everything at every reconnection. */
const TELL_AGAIN_MS = 6 * 3_600_000

/** Not what it has, not what this line carried already; what it never answered goes again after hours, or of a watch that never answers not at all. */
function isNews({ toldRevision, confirms }: Line, wanted: WantedSettings): boolean {
  const { revision, reportedRevision, sentRevision, sentAt } = wanted
  if (toldRevision >= revision || (reportedRevision ?? 0) >= revision) return false
  if ((sentRevision ?? 0) < revision) return true
  return confirms && Date.now() - (sentAt?.getTime() ?? 0) > TELL_AGAIN_MS
}
