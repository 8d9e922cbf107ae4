import type { WatchSettings } from '@carewatch/contracts/settings'
import {
  recentCommands,
  returnCommand,
  settleCommand,
  takeCommands,
  type TakenCommand,
} from '../downlink/commands.ts'
import { notePanic } from '../downlink/setting-ledger.ts'
import { readWantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'
import type { TcpConnections } from './connections.ts'

const REMEMBERED = 50

/**
 * Sends a watch the commands that wait for it, as soon as it listens. A dead connection beside a living one takes nothing. Neither does whoever is not known to
 * be the watch; but a watch that somebody looks for may be on a network that nobody knows: they have a copy of what says nothing of its wearer, while it goes
 * on waiting for the watch.
 */
export const sendCommandsTo = (tcpConnections: TcpConnections, tcp: TcpConnection): Promise<void> =>
  tcp.inTurn(async () => {
    if (!tcp.isProven) return sendCopies(tcp)
    if (tcp !== tcpConnections.of(tcp.deviceId)) return
    const commands = await takeCommands(tcp.db, tcp)
    const wanted = commands.length > 0 ? await readWantedSettings(tcp.db, tcp.deviceId) : undefined
    if (!wanted) return
    for (const command of commands) await sendOne(tcp, command, wanted.settings)
  })

/** Once each, and whatever is answered to it says nothing of the command. */
async function sendCopies(tcp: TcpConnection): Promise<void> {
  const recent = await recentCommands(tcp.db, tcp.deviceId)
  const unsent = recent.filter(({ uuid }) => !tcp.copied.has(uuid))
  const wanted = unsent.length > 0 ? await readWantedSettings(tcp.db, tcp.deviceId) : undefined
  if (!wanted) return
  tcp.copied = new Set([...tcp.copied, ...unsent.map(({ uuid }) => uuid)].slice(-REMEMBERED))
  for (const { kind } of unsent)
    for (const { bytes } of tcp.protocol.encodeCommand(kind, tcp.addressed(), wanted.settings))
      tcp.write(bytes)
}

async function sendOne(
  tcp: TcpConnection,
  { uuid, kind, isRecent }: TakenCommand,
  settings: WatchSettings,
): Promise<void> {
  const { db, deviceId } = tcp
  const all = tcp.protocol.encodeCommand(kind, tcp.addressed(), settings)
  // A watch that sounds hours later, at night, frightens its wearer.
  const frames = isRecent ? all : all.filter(({ isBeside }) => !isBeside)
  if (frames.length === 0) {
    await settleCommand(db, { deviceId, uuid, state: 'FAILED' })
    return
  }
  if (kind === 'RESET') forgetSent(tcp)
  if (kind === 'PANIC_ON' || kind === 'PANIC_OFF') await notePanic(db, deviceId, kind === 'PANIC_ON')
  // Before it is written: an answer may be quicker than the next line here.
  const answered = frames.flatMap(({ key, isBeside }) => (key === undefined ? [] : [{ key, isBeside }]))
  for (const { key, isBeside } of answered)
    tcp.waiting.expectReply(key, isBeside ? { what: 'beside' } : { what: 'command', uuid })
  const isWritten = frames.every(({ bytes }) => tcp.write(bytes))
  if (!isWritten) await returnCommand(db, deviceId, uuid)
  else if (answered.length === 0) await settleCommand(db, { deviceId, uuid, state: 'SENT' })
}

/** What went down before a factory reset is to be sent again after it. */
function forgetSent(tcp: TcpConnection): void {
  tcp.sentHere.clear()
  tcp.sentLast = null
  tcp.lastSentRevision = 0
  tcp.isErasing = true
}
