import type { Listener } from './hub.ts'

/** A program that asked to be sent what happened; `listener.viewer` is who looks by it now. */
export type Line = {
  listener: Pick<Listener, 'viewer' | 'address' | 'send'>
  /** What waits to be read, in bytes. */
  unread: () => number
  isOpen: () => boolean
}

/** Sends what happened; `key`: whose former following a new one takes the place of. */
export type Followers = {
  follow: (key: object, line: Line, after: string | undefined) => Promise<void>
  leave: (key: object) => void
}
