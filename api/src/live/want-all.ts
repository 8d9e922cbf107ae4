import { type ProgramAnswer, WATCHED_BY_PROGRAM_MAX, type Watched } from '@carewatch/contracts/events'
import type { DeviceCache } from '../access/device-cache.ts'
import type { Viewer } from '../access/viewer.ts'
import type { AllWatched, Listener } from './hub.ts'

type Asked = { viewer: Viewer; all: AllWatched }

/** Said when it becomes so, and again to whoever asks again. */
function noteLimit(listener: Listener, isLimited: boolean): void {
  const limited: ProgramAnswer = { type: 'watchLimited', most: WATCHED_BY_PROGRAM_MAX }
  if (isLimited && !listener.isLimited) listener.send(JSON.stringify(limited))
  listener.isLimited = isLimited
}

/** What a program that watches all that it may see wants now, unless it asks for something else by then. */
export async function wantAll(
  deviceCache: Pick<DeviceCache, 'visibleTo'>,
  listener: Listener,
  { viewer, all }: Asked,
): Promise<void> {
  const inScope = await deviceCache.visibleTo(viewer)
  if (listener.all !== all) return
  const visible = inScope.slice(0, WATCHED_BY_PROGRAM_MAX)
  noteLimit(listener, inScope.length > visible.length)
  const those = (asked: Watched): string[] => (asked === 'all' ? visible : asked)
  const [devices, located] = [those(all.devices), those(all.located)]
  listener.wanted = [...new Set([...devices, ...located])]
  listener.located = new Set(located)
}
