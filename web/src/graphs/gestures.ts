/** Where on the picture, 0 to 1, and by how much of the span: under 1 is nearer. */
type Pinch = (at: number, factor: number) => void

const WHEEL_STEP = 0.0025

const apart = ([one, other]: readonly [Touch, Touch]): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)

const pairOf = ({ touches }: TouchEvent): readonly [Touch, Touch] | null => {
  const [one, other] = touches
  return one && other ? [one, other] : null
}

/** Zoom by two fingers, and by the wheel with Ctrl held (what a touch pad sends for a pinch); the bare wheel and one finger go on scrolling the page. */
export function watchPinch(over: HTMLElement, pinch: Pinch): void {
  let before = 0
  const placeOf = (x: number) => {
    const { left, width } = over.getBoundingClientRect()
    return Math.min(1, Math.max(0, (x - left) / width))
  }
  over.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      pinch(placeOf(event.clientX), Math.exp(event.deltaY * WHEEL_STEP))
    },
    { passive: false },
  )
  over.addEventListener('touchstart', (event) => {
    const pair = pairOf(event)
    if (pair) before = apart(pair)
  })
  over.addEventListener(
    'touchmove',
    (event) => {
      const pair = pairOf(event)
      if (!pair || before === 0) return
      event.preventDefault()
      const now = apart(pair)
      if (Math.abs(now - before) < 4) return
      pinch(placeOf((pair[0].clientX + pair[1].clientX) / 2), before / now)
      before = now
    },
    { passive: false },
  )
}
