import type { CommandKind } from '@carewatch/contracts/commands'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../../access/viewer.ts'
import { queueCommand, commandReply } from './commands.ts'
import { Refusal } from '@carewatch/contracts/refusal'
import { formatOfDevice } from '../models/model.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'

/** Tells a watch of the viewer's scope to do something once. */
export async function sendToDevice(
  db: Db,
  caller: Caller,
  { deviceUUID, kind }: { deviceUUID: string; kind: CommandKind },
) {
  const device = await getVisibleDevice(db, caller, { uuid: deviceUUID })
  const { commands } = await formatOfDevice(db, device)
  if (!commands.includes(kind)) throw new Refusal('conflict', 'notOfThisModel')
  const row = await db.transaction((tx) => queueCommand(tx, caller, { device, kind }))
  return commandReply(db, caller, row)
}
