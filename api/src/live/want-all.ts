import type { Watched } from '@carewatch/contracts/events'
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
  const visible = await deviceCache.visibleTo(viewer)
  if (listener.all !== all) return
  const those = (asked: Watched): string[] => (asked === 'all' ? visible : asked)
  const [devices, located] = [those(all.devices), those(all.located)]
  listener.wanted = [...new Set([...devices, ...located])]
  listener.located = new Set(located)
}
