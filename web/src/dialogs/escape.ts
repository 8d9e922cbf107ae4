import { useWindowEvent } from '@mantine/hooks'
import { atom, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'

/** Something inside of the dialog is left by Escape before the dialog is. */
export const isHeldAtom = atom(false)

/** While `isHeld`, Escape leaves this and closes no dialog. */
export function useEscape(isHeld: boolean, leave: () => void): void {
  const hold = useSetAtom(isHeldAtom)
  // At once: the next key may be pressed already.
  useLayoutEffect(() => {
    hold(isHeld)
    return () => hold(false)
  }, [isHeld, hold])
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && isHeld) leave()
  })
}
