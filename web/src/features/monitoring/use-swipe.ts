import { type TouchEvent, useRef } from 'react'

const FAR = 60
/** From the edge of the screen a browser itself goes back. */
const EDGE = 24

type Start = { x: number; y: number }

/** One finger across: to the right is what was before, as the paper under it moves. Two fingers, a scroll, and a finger on the edge of the screen are something else. */
export function useSwipe(step: (by: number) => void) {
  const start = useRef<Start | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const [touch, other] = [touches[0], touches[1]]
      const isInside = touch !== undefined && touch.clientX > EDGE && touch.clientX < innerWidth - EDGE
      start.current = isInside && !other ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, touch] = [start.current, changedTouches[0]]
      start.current = null
      if (!from || !touch) return
      const [across, along] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(along)) step(across > 0 ? 1 : -1)
    },
  }
}
