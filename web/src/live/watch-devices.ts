import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { forgetDevice } from './live-atoms.ts'
import { watchedDevicesAtom } from './live-state.ts'

/** Live readings of one device for as long as the component is on screen. */
export function useWatchedDevice(deviceUuid: string | undefined): void {
  const setWatched = useSetAtom(watchedDevicesAtom)
  useEffect(() => {
    if (!deviceUuid) return
    setWatched((devices) => [...devices, deviceUuid])
    return () => {
      setWatched((devices) => devices.filter((device) => device !== deviceUuid))
      forgetDevice(deviceUuid)
    }
  }, [deviceUuid, setWatched])
}
