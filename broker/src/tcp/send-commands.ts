import type { WatchSettings } from '@carewatch/contracts/settings'
import { returnCommand, settleCommand, takeCommands, type TakenCommand } from '../downlink/commands.ts'
import { readWantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'

/** Sends a watch the commands that wait for it, as soon as it listens. */
export const sendCommands = (tcp: TcpConnection): Promise<void> => tcp.inTurn(() => sendNow(tcp))

async function sendNow(tcp: TcpConnection): Promise<void> {
  const { connection, isProven } = tcp
  const commands = await takeCommands(tcp.db, { ...tcp, connection: isProven ? connection : 0, isProven })
  const wanted = commands.length > 0 ? await readWantedSettings(tcp.db, tcp.deviceId) : undefined
  if (!wanted) return
  for (const command of commands) await sendOne(tcp, command, wanted.settings)
}

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
  // Before it is written: an answer may be quicker than the next line here. The first answer says that the watch has it.
  const keys = frames.flatMap(({ key }) => key ?? [])
  for (const key of keys) tcp.waiting.expectReply(key, { what: 'command', uuid })
  if (!frames.every(({ bytes }) => tcp.write(bytes))) await returnCommand(db, deviceId, uuid)
  else if (keys.length === 0) await settleCommand(db, { deviceId, uuid, state: 'SENT' })
}
