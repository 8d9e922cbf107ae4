import type { Device } from '@carewatch/contracts/http/devices'
import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '../../http/failure.ts'
import { type Latest, loadLatest } from './load.ts'

const EVERY_MS = 15_000
/** While a watch is asked where it is, somebody waits for the answer. */
const WAITING_EVERY_MS = 4_000

export const isWaiting = ({ command }: Latest): boolean =>
  command?.state === 'QUEUED' || command?.state === 'SENT'

/** The latest position, asked for again while the page is seen: positions are not told live. */
export function useLatest(device: Device, loaded: Latest): [Latest, (latest: Latest) => void] {
  const [kept, setKept] = useState({ loaded, latest: loaded })
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
  const everyMs = isWaiting(latest) ? WAITING_EVERY_MS : EVERY_MS
  useEffect(() => {
    const timer = setInterval(() => void ask(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, device.uuid])
  return [latest, set]
}
