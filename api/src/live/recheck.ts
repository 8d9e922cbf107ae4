import type { DeviceCache } from '../access/device-cache.ts'
import type { Viewers } from '../access/viewers.ts'
import { maySeeDevice } from '../access/may-see.ts'
import { isHeldBack, type Viewer } from '../access/viewer.ts'
import type { Log } from '../log.ts'
import { TOKEN_IS_DEAD } from './close-codes.ts'
import type { ViewingLog } from '../access/viewing-log.ts'
import type { Hub, Listener } from './hub.ts'
import { followWearers } from './follow-wearers.ts'
import { noteWatched } from './note-watched.ts'
import { wantAll } from './want-all.ts'

type Parts = { hub: Hub; viewers: Viewers; deviceCache: DeviceCache; viewings: ViewingLog; log: Log }

const EVERY_MS = 3_000
/** A change often comes with others: they are looked at together. */
const GATHER_MS = 20

/** Ends those whose sign-in or key has ended, before anything else that may take its time or fail; answers the others, each with who looks by it now. */
async function endDead({ hub, viewers }: Pick<Parts, 'hub' | 'viewers'>): Promise<Map<Listener, Viewer>> {
  const listeners = hub.listeners()
  const known = await viewers.loadAll([...new Set(listeners.map(({ session }) => session))])
  const idle = await viewers.idleAmong(
    listeners.map(({ session }) => session).filter((one) => !known.has(one)),
  )
  const now = Date.now()
  const alive = new Map<Listener, Viewer>()
  for (const listener of listeners) {
    const viewer = known.get(listener.session)
    if (viewer && !isHeldBack(viewer) && listener.endsAt > now) alive.set(listener, viewer)
    else listener.close(TOKEN_IS_DEAD, idle.has(listener.session))
  }
  return alive
}

/** What programs that watch all that they may see want now; asked once for each, however many connections it has. */
async function followAll(deviceCache: DeviceCache, alive: ReadonlyMap<Listener, Viewer>): Promise<void> {
  const asked = new Map<string, Promise<string[]>>()
  const visibleTo = (viewer: Viewer): Promise<string[]> => {
    const visible = asked.get(viewer.uuid) ?? deviceCache.visibleTo(viewer)
    asked.set(viewer.uuid, visible)
    return visible
  }
  const wanting = [...alive].flatMap(([listener, viewer]) =>
    listener.all ? [wantAll({ visibleTo }, listener, { viewer, all: listener.all })] : [],
  )
  await Promise.all(wanting)
}

/** Open sockets follow the rights as they are now: soon after the database tells of a change, and every few seconds whatever it tells. */
export function createRecheck({ hub, viewers, deviceCache, viewings, log }: Parts) {
  let soon: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function recheck(): Promise<void> {
    if (hub.listeners().length === 0) return
    const alive = await endDead({ hub, viewers })
    await followAll(deviceCache, alive)
    const asked = new Map([...alive.keys()].map((listener) => [listener, listener.wanted]))
    const scopes = await deviceCache.loadAll([...new Set([...asked.values()].flat())])
    for (const [listener, viewer] of alive) {
      listener.viewer = viewer
      // Asked for something else meanwhile: that request checks for itself.
      if (asked.get(listener) !== listener.wanted) continue
      const visible = listener.wanted.flatMap((uuid) => {
        const scope = scopes.get(uuid)
        return scope !== undefined && maySeeDevice(viewer, scope) ? [[uuid, scope] as const] : []
      })
      hub.watch(
        listener,
        visible.map(([uuid]) => uuid),
      )
      followWearers(listener, visible)
      noteWatched(viewings, listener, visible)
    }
  }

  function run(): void {
    running = running
      .then(recheck)
      .catch((err: unknown) => log.warn({ err }, 'rights of open sockets not checked'))
  }
  const regularly = setInterval(run, EVERY_MS)

  return {
    soon(): void {
      soon ??= setTimeout(() => {
        soon = undefined
        run()
      }, GATHER_MS)
    },
    close(): Promise<void> {
      clearInterval(regularly)
      clearTimeout(soon)
      return running
    },
  }
}
