import { useEffect, useState } from 'react'

/** No bar of a browser that comes and goes is as high; every keyboard is higher. */
const KEYBOARD_MIN = 120
const TYPED =
  'textarea, [contenteditable="true"], input:not([readonly], [type="range"], [type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"], [type="color"])'

/** Whether the keyboard of a phone covers the lower part of the screen. No browser says so: something is typed into, and less is seen than was before. */
export function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const seen = globalThis.visualViewport
    if (!seen) return
    const tallest = new Map<number, number>()
    const look = () => {
      const [width, height] = [Math.round(seen.width * seen.scale), seen.height * seen.scale]
      const most = Math.max(height, tallest.get(width) ?? 0)
      tallest.set(width, most)
      setOpen(most - height > KEYBOARD_MIN && document.activeElement?.matches(TYPED) === true)
    }
    look()
    seen.addEventListener('resize', look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      seen.removeEventListener('resize', look)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [])
  return isOpen
}
