import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { watchStanding } from './standing.ts'

/** Whoever was about to press something else has seen by then that this stands in its place. */
const REST_MS = 600

type Asked<Shown> = {
  /** Of what it is: where that changes, it rests anew. */
  of: string
  /** What stands beside the button. */
  shown: Shown
  press: (shown: Shown) => void
  restMs?: number
}

/** A press that means what stood there when the finger went down, and nothing where that slid under it just now. */
export function useSurePress<Shown>({ of, shown, press, restMs = REST_MS }: Asked<Shown>) {
  const ref = useRef<HTMLButtonElement>(null)
  const watch = useRef<ReturnType<typeof watchStanding>>(undefined)
  const [moves, setMoves] = useState(0)
  const standing = `${of} ${moves}`
  const [settledAs, setSettledAs] = useState<string | null>(null)
  const isSettled = settledAs === standing
  /** What the finger went down on; null: on what rested. Undefined: no finger did. */
  const meant = useRef<{ shown: Shown } | null>(undefined)

  useEffect(() => {
    if (!ref.current) return undefined
    const begun = watchStanding(ref.current, () => setMoves((count) => count + 1))
    watch.current = begun
    return () => begun.stop()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setSettledAs(standing), restMs)
    return () => clearTimeout(timer)
  }, [standing, restMs])

  const begin = () => {
    const isSure = isSettled && watch.current?.hasMovedNow() !== true
    meant.current = isSure ? { shown } : null
  }
  const button = {
    ref,
    // Not disabled: that would take the focus away from whoever waits on it.
    'aria-disabled': !isSettled,
    'data-disabled': !isSettled,
    'data-settling': !isSettled,
    onPointerDown: begin,
    onKeyDown: ({ key, repeat }: KeyboardEvent) => {
      if (key !== 'Enter' && key !== ' ') return
      // A key that is held down was pressed for what stood there first.
      if (repeat) meant.current = null
      else begin()
    },
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      const began = meant.current
      meant.current = undefined
      // A reader of screens presses without a finger.
      if (began === undefined ? isSettled : began) press(began ? began.shown : shown)
    },
  }
  return { isSettled, button }
}
