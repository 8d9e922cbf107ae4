import type { Watched } from '@carewatch/contracts/events'
import type { Viewer } from '../access/viewer.ts'

/** What is measured, and where they are: of all devices in scope at least one of the two. */
export type AllWatched = { devices: Watched; located: Watched }

/** Somebody who is looking right now. */
export type Listener = {
  readonly session: string
  viewer: Viewer
  /** From where they look. */
  readonly address: string
  /** When the token ends, in milliseconds since 1970. */
  readonly endsAt: number
  /** What the screen asked for; of it only what the viewer may see is watched. */
  wanted: readonly string[]
  /** Of a program that asked for all that it may see: what is asked for follows that. */
  all?: AllWatched | undefined
  /** It was sent that more is in scope than it may watch. */
  isLimited?: boolean
  /** Of these also where they are. */
  located: ReadonlySet<string>
  /** Who wore each watched device when it was last looked at; null: nobody. */
  worn: ReadonlyMap<string, string | null>
  send: (payload: Buffer | string) => void
  /** `isIdle`: nobody touched the screen for too long. */
  close: (code: number, isIdle?: boolean) => void
}

type Watching = { watch: (deviceUuids: string[]) => void; unwatch: (deviceUuids: string[]) => void }

/** Who looks at what. A device's readings are asked for when its first watcher comes and dropped when its last one leaves. */
export function createHub(feed: Watching) {
  const listeners = new Map<Listener, Set<string>>()
  const watchers = new Map<string, Set<Listener>>()

  function add(listener: Listener, uuid: string): boolean {
    const known = watchers.get(uuid)
    if (known) known.add(listener)
    else watchers.set(uuid, new Set([listener]))
    return !known
  }

  function remove(listener: Listener, uuid: string): boolean {
    const known = watchers.get(uuid)
    known?.delete(listener)
    if (!known || known.size > 0) return false
    return watchers.delete(uuid)
  }

  function watch(listener: Listener, deviceUuids: Iterable<string>): void {
    const before = listeners.get(listener)
    if (!before) return
    const after = new Set(deviceUuids)
    listeners.set(listener, after)
    feed.watch([...after.difference(before)].filter((uuid) => add(listener, uuid)))
    feed.unwatch([...before.difference(after)].filter((uuid) => remove(listener, uuid)))
  }

  return {
    watch,
    join: (listener: Listener) => listeners.set(listener, new Set()),
    leave(listener: Listener): void {
      watch(listener, [])
      listeners.delete(listener)
    },
    /** Whoever is on this sign-in hears nothing more, from now on. */
    endSession(session: string, code: number): void {
      for (const listener of [...listeners.keys()].filter((one) => one.session === session)) {
        listener.close(code)
        watch(listener, [])
        listeners.delete(listener)
      }
    },
    listeners: (): Listener[] => [...listeners.keys()],
    count: () => listeners.size,
    countOf: (userId: number): number =>
      listeners.keys().reduce((sum, { viewer }) => sum + Number(viewer.id === userId), 0),
    watchersOf: (deviceUuid: string): Listener[] => [...(watchers.get(deviceUuid) ?? [])],
    publishToEveryone(payload: string): void {
      for (const listener of listeners.keys()) listener.send(payload)
    },
    publishTo(maySee: (viewer: Viewer) => boolean, payload: Buffer): void {
      for (const listener of listeners.keys()) if (maySee(listener.viewer)) listener.send(payload)
    },
  }
}
export type Hub = ReturnType<typeof createHub>
