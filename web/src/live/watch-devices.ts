import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { store } from '../store.ts'
import { forgetDevice } from './live-atoms.ts'
import { locatedDevicesAtom, watchedDevicesAtom } from './live-state.ts'

/** The next screen may show the same device and already hold its atoms when this one lets go. */
const HANDOVER_MS = 1_000

function forgetUnwatched(devices: readonly string[]): void {
  const watched = [...store.get(watchedDevicesAtom), ...store.get(locatedDevicesAtom)]
  for (const device of devices) if (!watched.includes(device)) forgetDevice(device)
}

/** Live facts of these devices for as long as the component is on screen. */
export const useWatchedDevices = (deviceUuids: readonly string[]): void =>
  useListed(watchedDevicesAtom, deviceUuids)

/** The same of where they are. */
export const useLocatedDevices = (deviceUuids: readonly string[]): void =>
  useListed(locatedDevicesAtom, deviceUuids)

function useListed(list: typeof watchedDevicesAtom, deviceUuids: readonly string[]): void {
  const setWatched = useSetAtom(list)
  // The list is a new array on every paint; what it holds is what counts.
  const wanted = deviceUuids.join()
  useEffect(() => {
    const mine = wanted ? wanted.split(',') : []
    setWatched((devices) => [...devices, ...mine])
    return () => {
      setWatched((devices) => withoutOnce(devices, mine))
      setTimeout(forgetUnwatched, HANDOVER_MS, mine)
    }
  }, [wanted, setWatched])
}

/** Takes each away once: another part of the screen may watch it too. */
function withoutOnce(devices: readonly string[], gone: readonly string[]): readonly string[] {
  const left = [...devices]
  for (const device of gone) {
    const index = left.indexOf(device)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}
