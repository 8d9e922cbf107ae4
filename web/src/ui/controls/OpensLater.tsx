import { useDisclosure } from '@mantine/hooks'
import {
  type ComponentType,
  createElement,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Later, useLater } from '../later.ts'

type ButtonProps = {
  ref?: RefObject<HTMLButtonElement | null>
  onClick: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}
export type OpenedProps = { button: (props: ButtonProps) => ReactElement }

type Props = OpenedProps & { list: Later<ComponentType<OpenedProps>>; opens: 'menu' | 'dialog' }

/** A button of which the list it opens is fetched once the screen stands: pressed before, it opens when that is here. */
export function OpensLater({ list, button, opens }: Props) {
  const [isAsked, setAsked] = useState(false)
  const here = useLater(list, isAsked)
  if (isAsked && here) return createElement(here, { button })
  return button({ onClick: () => setAsked(true), 'aria-haspopup': opens, 'aria-expanded': false })
}

/** Open as soon as it is drawn, and left to the button that opened it. */
export function useOpenAtOnce() {
  const target = useRef<HTMLButtonElement>(null)
  const [opened, list] = useDisclosure()
  const { open } = list
  useEffect(() => {
    target.current?.focus()
    open()
  }, [open])
  return { target, opened, list }
}
