import { type FocusEvent, type PointerEvent, useEffect, useMemo, useState } from 'react'
import { Hand, type Resting } from './hand.ts'

const handlersOf = (hand: Hand) => {
  const move = (event: PointerEvent) => hand.move(event.target, event)
  return {
    onPointerOver: ({ target }: PointerEvent) => hand.lieOn(target),
    onPointerMove: move,
    onPointerDown: (event: PointerEvent) => {
      move(event)
      hand.press()
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => hand.leave(pointerType === 'mouse'),
    onFocus: ({ target }: FocusEvent) => hand.focus(target),
    onBlur: () => hand.focus(null),
    onKeyDown: () => hand.touch(),
  }
}

/** Whether somebody is about to press in there: what stands there must not move under their finger. `resting` is given once. */
export function useHold(resting: Resting = {}) {
  const [isHeld, setHeld] = useState(false)
  const [hand] = useState(() => new Hand(resting, setHeld))
  useEffect(() => {
    const lift = () => hand.lift()
    addEventListener('pointerup', lift, { capture: true })
    addEventListener('pointercancel', lift, { capture: true })
    return () => {
      removeEventListener('pointerup', lift, { capture: true })
      removeEventListener('pointercancel', lift, { capture: true })
      hand.end()
    }
  }, [hand])
  const hold = useMemo(() => handlersOf(hand), [hand])
  return { isHeld, hold, hand }
}
