import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { liveLocation } from '@carewatch/contracts/http/positions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import { queueCommand, commandReply } from '../devices/commands/commands.ts'
import { getLocatedDevice } from '../access/located-device.ts'

/** Asks a watch where it is, as soon as it listens; its next position comes the usual way. */
export async function askLiveLocation(
  db: Db,
  caller: Caller,
  { body }: Input<typeof liveLocation>,
): Promise<Reply<typeof liveLocation>> {
  const device = await getLocatedDevice(db, caller, { imei: body.deviceIMEI })
  if (device.homeLat === null || device.homeLng === null) throw new Refusal('conflict', 'noHomeLocation')
  const row = await db.transaction((tx) => queueCommand(tx, caller, { device, kind: 'LOCATE' }))
  return commandReply(db, caller, row)
}
