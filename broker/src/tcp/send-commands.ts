import type { WatchSettings } from '@carewatch/contracts/settings'
import { returnCommand, settleCommand, takeCommands, type TakenCommand } from '../downlink/commands.ts'
import { readWantedSettings } from '../downlink/wanted-settings.ts'
import type { Line } from './connection.ts'

/** Sends a watch the commands that wait for it, as soon as it listens. */
export const sendCommands = (line: Line): Promise<void> => line.inTurn(() => sendNow(line))

async function sendNow(line: Line): Promise<void> {
  const commands = await takeCommands(line.db, line)
  const wanted = commands.length > 0 ? await readWantedSettings(line.db, line.deviceId) : undefined
  if (!wanted) return
  for (const command of commands) await sendOne(line, command, wanted.settings)
}

async function sendOne(
  { db, deviceId, ...line }: Line,
  { uuid, kind }: TakenCommand,
  settings: WatchSettings,
): Promise<void> {
  const frames = line.protocol.tellCommand(kind, line.addressed(), settings)
  if (frames.length === 0) {
    await settleCommand(db, { deviceId, uuid, state: 'FAILED' })
    return
  }
  // Before it is written: an answer may be quicker than the next line here. The first answer says that it was heard.
  const keys = frames.flatMap(({ key }) => key ?? [])
  for (const key of keys) line.waiting.waitFor(key, { what: 'command', uuid })
  if (!frames.every(({ bytes }) => line.write(bytes))) await returnCommand(db, deviceId, uuid)
  else if (keys.length === 0) await settleCommand(db, { deviceId, uuid, state: 'SENT' })
}
