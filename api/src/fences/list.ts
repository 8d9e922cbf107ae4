import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { deviceFences as contract } from '@carewatch/contracts/http/fences'
import { fences } from '@carewatch/migrations/schema/devices'
import { asc, desc, eq } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { getLocatedDevice } from '../access/located-device.ts'
import type { Services } from '../services.ts'
import { selectFences, toFence } from './fence-rows.ts'

/** A fence says where somebody lives: who may see it is who may see where the watch is. */
export async function listFences(
  services: Pick<Services, 'db' | 'log'>,
  caller: Caller,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const device = await getLocatedDevice(db, caller, { uuid: params.deviceUuid })
  const rows = await selectFences(db, eq(fences.deviceId, device.id)).orderBy(
    desc(fences.isHome),
    asc(fences.id),
  )
  return { fences: rows.map(toFence) }
}
