import type { Notification } from '@carewatch/contracts/notifications'
import { useCallback, useEffect, useRef } from 'react'
import { noteReceipt } from './receipts.ts'

/** Half of it inside the window is there to be looked at. */
const threshold = 0.5

/**
 * What an element that draws an alarm is given: it says that it was drawn when it really was, on a page that somebody may look at,
 * and that it was seen when its person opened it or moved on it.
 */
export function useReceipt(notification: Notification) {
  const newest = useRef(notification)
  const drawn = useRef(false)
  useEffect(() => {
    newest.current = notification
    if (drawn.current && document.visibilityState === 'visible') noteReceipt(notification, 'shown')
  }, [notification])
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined
    const look = () => {
      if (drawn.current && document.visibilityState === 'visible') noteReceipt(newest.current, 'shown')
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
  }, [])
  const see = () => noteReceipt(newest.current, 'seen')
  return { ref, onPointerMove: see, onFocus: see, onClick: see }
}
