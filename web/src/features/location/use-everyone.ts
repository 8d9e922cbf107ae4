import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Failure } from '../../http/failure.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { withOpen } from './everyone.ts'
import { loadEveryone } from './load.ts'

/** Where thousands are is asked for no more often than this. */
const EVERY_MS = 60_000

/** Everybody, with what is open of each as it is received; where they are is asked for again while the page is seen. */
export function useEveryone(loaded: readonly DeviceLocation[]): readonly DeviceLocation[] {
  const [kept, setKept] = useState({ loaded, everyone: loaded })
  const everyone = kept.loaded === loaded ? kept.everyone : loaded
  const notifications = useAtomValue(notificationsAtom)
  const ask = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return
    try {
      setKept({ loaded, everyone: await loadEveryone() })
    } catch (error) {
      // The banner says that nobody answers; what is shown keeps its age.
      if (!(error instanceof Failure)) throw error
    }
  })
  useEffect(() => {
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => withOpen(everyone, notifications), [everyone, notifications])
}
