import type { WatchSettings } from '@carewatch/contracts/settings'
import {
  recentCommands,
  returnCommand,
  settleCommand,
  takeCommands,
  type TakenCommand,
} from '../downlink/commands.ts'
import { readWantedSettings } from '../downlink/wanted-settings.ts'
import type { TcpConnection } from './connection.ts'
import type { TcpConnections } from './connections.ts'

/** Sends a watch the commands that wait for it, as soon as it listens. */
const sendCommands = (tcp: TcpConnection): Promise<void> =>
  tcp.inTurn(async () => {
    const { connection, isProven } = tcp
    await sendAll(
      tcp,
      await takeCommands(tcp.db, { ...tcp, connection: isProven ? connection : 0, isProven }),
    )
    if (!isProven) await sendCopies(tcp)
  })

/** Whether it may be the watch beside the one that is taken for it: it is not known to be another, or was heard since. */
const isPerhaps = ({ isProven, claimant: { newer, receivedAt } }: TcpConnection): boolean =>
  !isProven || (newer !== undefined && receivedAt > newer.since)

/** Sends the same to the other connections that say they are the watch: what says nothing of its wearer, for somebody may be looking for it. */
export async function sendCommandsTo(tcpConnections: TcpConnections, tcp: TcpConnection): Promise<void> {
  if (tcp === tcpConnections.of(tcp.deviceId)) await sendCommands(tcp)
  else if (isPerhaps(tcp)) await tcp.inTurn(() => sendCopies(tcp))
}

async function sendCopies(tcp: TcpConnection): Promise<void> {
  const commands = await recentCommands(tcp.db, tcp.deviceId)
  await sendAll(tcp, commands, true)
}

async function sendAll(tcp: TcpConnection, commands: readonly TakenCommand[], isCopy = false): Promise<void> {
  const unsent = commands.filter(({ uuid }) => !isCopy || !tcp.sentCommands.has(uuid))
  const wanted = unsent.length > 0 ? await readWantedSettings(tcp.db, tcp.deviceId) : undefined
  if (!wanted) return
  tcp.sentCommands = new Set([...tcp.sentCommands, ...unsent.map(({ uuid }) => uuid)].slice(-REMEMBERED))
  for (const command of unsent) await sendOne(tcp, command, { settings: wanted.settings, isCopy })
}

const REMEMBERED = 50

async function sendOne(
  { db, deviceId, ...tcp }: TcpConnection,
  { uuid, kind }: TakenCommand,
  { settings, isCopy }: { settings: WatchSettings; isCopy: boolean },
): Promise<void> {
  const frames = tcp.protocol.encodeCommand(kind, tcp.addressed(), settings)
  if (frames.length === 0) {
    if (!isCopy) await settleCommand(db, { deviceId, uuid, state: 'FAILED' })
    return
  }
  // Before it is written: an answer may be quicker than the next line here. The first answer says that the watch has it.
  const keys = frames.flatMap(({ key }) => key ?? [])
  for (const key of keys) tcp.waiting.expectReply(key, { what: 'command', uuid })
  const isWritten = frames.every(({ bytes }) => tcp.write(bytes))
  if (isCopy) return
  if (!isWritten) await returnCommand(db, deviceId, uuid)
  else if (keys.length === 0) await settleCommand(db, { deviceId, uuid, state: 'SENT' })
}
