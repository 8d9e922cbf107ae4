import type { Device } from '@carewatch/contracts/http/devices'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '../../http/failure.ts'
import { livePosition } from '../../live/live-atoms.ts'
import { liveStateAtom } from '../../live/live-state.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { useLocatedDevices } from '../../live/watch-devices.ts'
import { withOpen } from './everyone.ts'
import { type Latest, loadLatest } from './load.ts'
import { withPosition } from './newest.ts'

/** Positions are received live; what else is shown, and whatever was missed, is asked for now and then. */
const EVERY_MS = 60_000
/** While the live socket is down. */
const DOWN_EVERY_MS = 15_000
/** The street of a position that came live is asked for when no other came meanwhile. */
const STREET_AFTER_MS = 1_000
/** While a watch is asked where it is, somebody waits for the answer. */
const WAITING_EVERY_MS = 4_000

export const isWaiting = ({ command }: Latest): boolean =>
  command?.state === 'QUEUED' || command?.state === 'SENT'

/** The latest position and what is open: as it is received, and asked for again while the page is seen. */
export function useLatest(device: Device, loaded: Latest): [Latest, (latest: Latest) => void] {
  const [kept, setKept] = useState({ loaded, latest: loaded })
  const isLive = useAtomValue(liveStateAtom).state === 'live'
  const live = useAtomValue(livePosition(device.uuid))
  useLocatedDevices([device.uuid])
  // What a new load brought counts from then on.
  const latest = kept.loaded === loaded ? kept.latest : loaded
  const set = (next: Latest) => setKept({ loaded, latest: next })
  const ask = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return
    try {
      set(await loadLatest(device))
    } catch (error) {
      // The banner says that nobody answers; what is shown keeps its age.
      if (!(error instanceof Failure)) throw error
    }
  })
  const cameAt = live?.time.getTime()
  useEffect(() => {
    if (cameAt === undefined) return
    const timer = setTimeout(() => void ask(), STREET_AFTER_MS)
    return () => clearTimeout(timer)
  }, [cameAt])
  const usualMs = isLive ? EVERY_MS : DOWN_EVERY_MS
  const everyMs = isWaiting(latest) ? WAITING_EVERY_MS : usualMs
  useEffect(() => {
    const timer = setInterval(() => void ask(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, device.uuid])
  const notifications = useAtomValue(notificationsAtom)
  const moved = withPosition(latest, live)
  const [location = null] = withOpen(moved.location ? [moved.location] : [], notifications)
  return [{ ...moved, location }, set]
}
