import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { UNREACHED_MAX, type unreachedOf as contract } from '@carewatch/contracts/http/escalation'
import { devices } from '@carewatch/migrations/schema/devices'
import { unreached } from '@carewatch/platform/escalation/unreached'
import { and } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { isAmong } from '../http/among.ts'
import type { Services } from '../services.ts'

/** Whose call for help would reach nobody: said before one of them calls. */
export async function readUnreached(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  viewer: Viewer,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const branch = await getVisibleBranch(db, viewer, params.branch)
  const all = await unreached(facts, branch.id)
  const nobody = all.filter(({ isOnScreenAlone }) => !isOnScreenAlone)
  const first = nobody
    .toSorted((one, other) => (one.from?.getTime() ?? 0) - (other.from?.getTime() ?? 0))
    .slice(0, UNREACHED_MAX)
  const isOne = isAmong(
    devices.id,
    first.map(({ deviceId }) => deviceId),
  )
  const rows = await db
    .select({ id: devices.id, uuid: devices.uuid, name: devices.name, wearer: wearerOfDevice(viewer) })
    .from(devices)
    .where(and(isOne, visibleDevices(viewer)))
  const byId = new Map(rows.map(({ id, ...device }) => [id, device]))
  return {
    total: nobody.length,
    watches: first.flatMap(({ deviceId, from }) => {
      const device = byId.get(deviceId)
      return device ? [{ ...device, from }] : []
    }),
    onScreensAlone: all.length - nobody.length,
  }
}
