import { atom } from 'jotai'
import type { LiveState } from './live-socket.ts'

export const liveStateAtom = atom<{ state: LiveState; since: Date }>({
  state: 'connecting',
  since: new Date(0),
})

export const isDownAtom = atom((get) => get(liveStateAtom).state === 'down')

/** Whether the server was asked what came while the line was down: until it has answered, nobody may say that nobody calls. */
export const isCaughtUpAtom = atom(false)

/** Devices whose readings the screen shows now; the socket asks for these and for nothing else. */
export const watchedDevicesAtom = atom<readonly string[]>([])

/** Of which the screen shows live where they are. */
export const locatedDevicesAtom = atom<readonly string[]>([])
