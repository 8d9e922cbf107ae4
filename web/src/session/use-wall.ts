import { useMediaQuery } from '@mantine/hooks'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { isWallAtom } from './sign-in-end.ts'

/** Also where the browser itself fills the screen, as on a wall without a keyboard. */
export function useWall(fullscreen: boolean): void {
  const setWall = useSetAtom(isWallAtom)
  const isFilled = useMediaQuery('(display-mode: fullscreen)')
  useEffect(() => {
    setWall(fullscreen || isFilled)
    return () => setWall(false)
  }, [fullscreen, isFilled, setWall])
}
