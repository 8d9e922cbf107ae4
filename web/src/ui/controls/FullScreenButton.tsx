import { ActionIcon } from '@mantine/core'
import type { useFullscreenElement } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useIntl } from 'react-intl'

type FullScreen = Pick<ReturnType<typeof useFullscreenElement>, 'fullscreen' | 'toggle'>

/** Fills the screen, as on a wall; pressed again it does not. */
export function FullScreenButton({ fullscreen, toggle }: FullScreen) {
  const intl = useIntl()
  const WallIcon = fullscreen ? IconMinimize : IconMaximize
  const wallLabel = intl.formatMessage({ id: fullscreen ? 'rooms.leaveWall' : 'rooms.wall' })
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={wallLabel}
      title={wallLabel}
      onClick={() => void toggle()}
    >
      <WallIcon size={22} aria-hidden />
    </ActionIcon>
  )
}
