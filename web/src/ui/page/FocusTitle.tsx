import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a part that takes the place of what had the focus: whoever has no mouse goes on from here. */
export function FocusTitle({ takesFocus = true, children }: { takesFocus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Title order={2} ref={heading} tabIndex={-1}>
      {children}
    </Title>
  )
}
