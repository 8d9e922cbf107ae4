import type { WatchSettings } from '@carewatch/contracts/settings'
import { returnCommand, settleCommand, takeCommands, type TakenCommand } from '../downlink/commands.ts'
import { readWantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'
import type { TcpConnections } from './connections.ts'

/** Sends a watch the commands that wait for it, as soon as it listens: nothing to whoever is not known to be the watch, nor to a dead connection beside a living one. */
export const sendCommandsTo = (tcpConnections: TcpConnections, tcp: TcpConnection): Promise<void> =>
  tcp.inTurn(async () => {
    if (!tcp.isProven || tcp !== tcpConnections.of(tcp.deviceId)) return
    const commands = await takeCommands(tcp.db, tcp)
    const wanted = commands.length > 0 ? await readWantedSettings(tcp.db, tcp.deviceId) : undefined
    if (!wanted) return
    for (const command of commands) await sendOne(tcp, command, wanted.settings)
  })

async function sendOne(
  { db, deviceId, ...tcp }: TcpConnection,
  { uuid, kind }: TakenCommand,
  settings: WatchSettings,
): Promise<void> {
  const frames = tcp.protocol.encodeCommand(kind, tcp.addressed(), settings)
  if (frames.length === 0) {
    await settleCommand(db, { deviceId, uuid, state: 'FAILED' })
    return
  }
  // Before it is written: an answer may be quicker than the next line here.
  const keys = frames.flatMap(({ key }) => key ?? [])
  for (const key of keys) tcp.waiting.expectReply(key, { what: 'command', uuid })
  const isWritten = frames.every(({ bytes }) => tcp.write(bytes))
  if (!isWritten) await returnCommand(db, deviceId, uuid)
  else if (keys.length === 0) await settleCommand(db, { deviceId, uuid, state: 'SENT' })
}
