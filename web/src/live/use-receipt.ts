import type { Notification } from '@carewatch/contracts/notifications'
import { useStore } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import { store } from '../store.ts'
import { noteReceipts } from './receipts.ts'

/** Half of it inside the window is there to be looked at. */
const threshold = 0.5

/**
 * What an element that draws alarms is given: it says that they were drawn when it really was, on a page that somebody may look at,
 * and that it was seen when its person opened it or moved on it.
 */
export function useReceipt(notifications: readonly Notification[]) {
  const newest = useRef(notifications)
  // An example of the guide stands in a store of its own: nobody was shown an alarm.
  const isReal = useStore() === store
  const drawn = useRef(false)
  useEffect(() => {
    newest.current = notifications
    if (isReal && drawn.current && document.visibilityState === 'visible')
      noteReceipts(notifications, 'shown')
  }, [notifications, isReal])
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || !isReal) return undefined
      const look = () => {
        if (drawn.current && document.visibilityState === 'visible') noteReceipts(newest.current, 'shown')
      }
      const observer = new IntersectionObserver(
        ([entry]) => {
          drawn.current = entry?.isIntersecting ?? false
          look()
        },
        { threshold },
      )
      observer.observe(element)
      document.addEventListener('visibilitychange', look)
      return () => {
        drawn.current = false
        observer.disconnect()
        document.removeEventListener('visibilitychange', look)
      }
    },
    [isReal],
  )
  const see = () => {
    if (isReal) noteReceipts(newest.current, 'seen')
  }
  return { ref, onPointerMove: see, onFocus: see, onClick: see }
}
