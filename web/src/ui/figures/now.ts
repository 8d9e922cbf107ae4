import { atom, useAtomValue } from 'jotai'

const TICK_MS = 5_000

const nowAtom = atom(new Date())
nowAtom.onMount = (set) => {
  set(new Date())
  const tick = setInterval(() => set(new Date()), TICK_MS)
  return () => clearInterval(tick)
}

/** The time, moving on every five seconds: everything that shows an age shares one clock. */
export const useNow = (): Date => useAtomValue(nowAtom)
