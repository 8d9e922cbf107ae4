import {
  noteReached,
  noteSending,
  noteUnanswered,
  noteUnchanged,
  readLedger,
} from '../downlink/setting-ledger.ts'
import { noteSettingsSent, readWantedSettings, type WantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'
import { sentSettings } from './pending-replies.ts'
import { planSettings, type SettingsPlan } from './settings-plan.ts'

/** Sends a watch the settings that it does not have yet: what it did not answer, again at each sign-in. */
export const sendSettings = (tcp: TcpConnection): Promise<void> => tcp.inTurn(() => sendNow(tcp))

async function sendNow(tcp: TcpConnection): Promise<void> {
  if (!tcp.isProven) return
  const wanted = await readWantedSettings(tcp.db, tcp.deviceId)
  if (!wanted || tcp.lastSentRevision >= wanted.revision) return
  const ledger = await readLedger(tcp.db, tcp.deviceId)
  const { profile } = tcp
  const plan = planSettings(tcp, wanted, ledger)
  const isAllSent = await sendPlan(tcp, wanted, plan)
  // Taken for another model meanwhile: what differs by that is sent next.
  if (isAllSent && tcp.profile === profile) tcp.lastSentRevision = wanted.revision
}

/** Answers whether all of it went down. Everything is written down before the watch has it: a kill between leaves too little confirmed, never too much. */
async function sendPlan(
  tcp: TcpConnection,
  { revision, reportedRevision, sentRevision, settings }: WantedSettings,
  { frames, sending, unchanged }: SettingsPlan,
): Promise<boolean> {
  const { db, deviceId, confirms, waiting } = tcp
  const attempts = await noteSending(db, { deviceId, revision, sending })
  // Another connection sent something newer meanwhile: this one will be asked again.
  if (attempts.size < sending.size) return false
  await noteUnchanged(db, { deviceId, revision, settings: unchanged })
  if ((sentRevision ?? 0) < revision || sending.size > 0) await noteSettingsSent(db, deviceId, revision)
  if (confirms && frames.length === 0 && (reportedRevision ?? 0) < revision) await noteReached(db, deviceId)
  const sent = sentSettings({ frames, attempts, settings })
  for (const { bytes, key, settings: names } of frames) {
    // Before it is written: an answer may be quicker than the next line here. No answer is expected to what carries no setting.
    if (key !== undefined && names.length > 0 && !tcp.isErasing)
      waiting.expectReply(key, { what: 'settings', names, sent })
    if (!tcp.write(bytes)) return false
  }
  for (const [name, digest] of sending) tcp.sentHere.set(name, digest)
  if (confirms && attempts.size > 0 && !tcp.isErasing) tcp.sentLast = { at: Date.now(), attempts }
  return true
}

/** Who goes on speaking for so long had the time to answer: nothing was lost with the line. */
const ANSWERS_WITHIN_MS = 60_000

/** It speaks: what it was sent and left unanswered meanwhile is tried more and more seldom. */
export async function noteSilence(tcp: TcpConnection): Promise<void> {
  const { db, deviceId, sentLast } = tcp
  if (!sentLast || Date.now() - sentLast.at < ANSWERS_WITHIN_MS) return
  tcp.sentLast = null
  await noteUnanswered(db, deviceId, sentLast.attempts)
}
