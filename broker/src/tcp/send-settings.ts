import { noteSettingsSent, readWantedSettings, type WantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'

/** Sends a watch the settings it does not have yet, each setting that its protocol can carry. */
export const sendSettings = (tcp: TcpConnection): Promise<void> => tcp.inTurn(() => sendNow(tcp))

async function sendNow(tcp: TcpConnection): Promise<void> {
  if (!tcp.isProven) return
  const wanted = await readWantedSettings(tcp.db, tcp.deviceId)
  if (!wanted || !isUnsent(tcp, wanted)) return
  const { revision, settings } = wanted
  const frames = tcp.protocol.encodeSettings(settings, tcp.addressed())
  tcp.waiting.forgetSettings()
  for (const { bytes, key, settings: names } of frames) {
    if (!tcp.write(bytes)) return
    // A frame that carries no setting is sent beside them, and no answer to it is expected.
    if (key === undefined || names.length === 0) continue
    const values = Object.fromEntries(names.map((name) => [name, settings[name]]))
    tcp.waiting.expectReply(key, { what: 'settings', revision, values })
  }
  Object.assign(tcp, { lastSentRevision: revision, settingsSentAt: Date.now() })
  await noteSettingsSent(tcp.db, tcp.deviceId, revision)
}

/** One that answers some things and not others would be sent everything at every reconnection. */
const SEND_AGAIN_MS = 6 * 3_600_000

/** Whether the newest settings may have gone into a dead connection: none that carried them was heard since. */
export function mayBeLost(others: readonly TcpConnection[]): boolean {
  const isAlive = ({ settingsSentAt, claimant }: TcpConnection) => settingsSentAt <= claimant.receivedAt
  const arrived = Math.max(0, ...others.filter(isAlive).map((one) => one.lastSentRevision))
  return others.some(({ lastSentRevision }) => lastSentRevision > arrived)
}

/** Not what the watch has, and not what this connection carried already. What it never answered is sent again after hours; to a model that never answers, not at all. */
function isUnsent(
  { lastSentRevision, confirms, isAfterLoss }: TcpConnection,
  wanted: WantedSettings,
): boolean {
  const { revision, reportedRevision, sentRevision, sentAt } = wanted
  if (lastSentRevision >= revision || (reportedRevision ?? 0) >= revision) return false
  if ((sentRevision ?? 0) < revision || isAfterLoss) return true
  return confirms && Date.now() - (sentAt?.getTime() ?? 0) > SEND_AGAIN_MS
}
