import type { DeviceCache } from '../access/device-cache.ts'
import type { Viewer } from '../access/viewer.ts'
import type { AllWatched, Listener } from './hub.ts'

type Asked = { viewer: Viewer; all: AllWatched }

/** What a program that watches all that it may see wants now, unless it asks for something else by then. */
export async function wantAll(
  deviceCache: Pick<DeviceCache, 'visibleTo'>,
  listener: Listener,
  { viewer, all }: Asked,
): Promise<void> {
  const uuids = all.devices || all.located ? await deviceCache.visibleTo(viewer) : []
  if (listener.all !== all) return
  listener.wanted = uuids
  listener.located = new Set(all.located ? uuids : [])
}
