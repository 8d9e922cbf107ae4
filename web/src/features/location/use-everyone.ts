import { type DeviceLocation, MAX_LOCATIONS } from '@carewatch/contracts/http/positions'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Failure } from '../../http/failure.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { withOpen } from './everyone.ts'
import { loadEveryone } from './load.ts'

const EVERY_MS = 60_000

/** Everybody, with what is open of each as it is received; where they are is asked for again while the page is seen. */
export function useEveryone(loaded: readonly DeviceLocation[]): readonly DeviceLocation[] {
  const [kept, setKept] = useState({ loaded, everyone: loaded })
  const everyone = kept.loaded === loaded ? kept.everyone : loaded
  const notifications = useAtomValue(notificationsAtom)
  // Of thousands, each page of the server's answers is asked for no more often than the one of a few.
  const everyMs = EVERY_MS * Math.max(1, Math.ceil(everyone.length / MAX_LOCATIONS))
  const ask = useEffectEvent(async (isGone: () => boolean) => {
    if (document.visibilityState === 'hidden') return
    try {
      const found = await loadEveryone()
      if (!isGone()) setKept({ loaded, everyone: found })
    } catch (error) {
      // The banner says that nobody answers; what is shown keeps its age.
      if (!(error instanceof Failure)) throw error
    }
  })
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    // Counted from the answer on: one that takes long is never overtaken.
    const next = () => {
      timer = setTimeout(() => void ask(() => isOver).finally(() => isOver || next()), everyMs)
    }
    next()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [everyMs, loaded])
  return useMemo(() => withOpen(everyone, notifications), [everyone, notifications])
}
