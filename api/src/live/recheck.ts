import type { DeviceCache } from '../access/device-cache.ts'
import type { Viewers } from '../access/viewers.ts'
import { maySeeDevice } from '../access/may-see.ts'
import { isHeldBack } from '../access/viewer.ts'
import type { Log } from '../log.ts'
import { TOKEN_IS_DEAD } from './close-codes.ts'
import type { ViewingLog } from '../access/viewing-log.ts'
import type { Hub } from './hub.ts'
import { followWearers } from './follow-wearers.ts'
import { noteWatched } from './note-watched.ts'
import { wantAll } from './want-all.ts'

type Parts = { hub: Hub; viewers: Viewers; deviceCache: DeviceCache; viewings: ViewingLog; log: Log }

const EVERY_MS = 3_000
/** A change often comes with others: they are looked at together. */
const GATHER_MS = 20

/** Open sockets follow the rights as they are now: soon after the database tells of a change, and every few seconds whatever it tells. */
export function createRecheck({ hub, viewers, deviceCache, viewings, log }: Parts) {
  let soon: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function recheck(): Promise<void> {
    const listeners = hub.listeners()
    if (listeners.length === 0) return
    const known = await viewers.loadAll([...new Set(listeners.map(({ session }) => session))])
    for (const listener of listeners) {
      const viewer = known.get(listener.session)
      if (viewer && listener.all) await wantAll(deviceCache, listener, { viewer, all: listener.all })
    }
    const asked = new Map(listeners.map((listener) => [listener, listener.wanted]))
    const idle = await viewers.idleAmong(
      listeners.map(({ session }) => session).filter((one) => !known.has(one)),
    )
    const scopes = await deviceCache.loadAll([...new Set([...asked.values()].flat())])
    const now = Date.now()
    for (const listener of listeners) {
      const viewer = known.get(listener.session)
      if (!viewer || isHeldBack(viewer) || listener.endsAt <= now) {
        listener.close(TOKEN_IS_DEAD, idle.has(listener.session))
        continue
      }
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
