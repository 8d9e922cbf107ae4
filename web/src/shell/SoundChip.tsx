import { Button } from '@mantine/core'
import { IconVolumeOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { soundAtom } from './preferences.ts'
import { soundBlockedAtom, unblockSound } from './sounds.ts'

/** Shown while the browser holds our sounds back: an alarm that nobody hears must not look like a quiet night. */
export function SoundChip() {
  const blocked = useAtomValue(soundBlockedAtom)
  const sound = useAtomValue(soundAtom)
  if (!blocked || sound === 'off') return null
  return (
    <Button
      size="compact-md"
      h={44}
      radius="xl"
      variant="light"
      color="red"
      leftSection={<IconVolumeOff size={18} aria-hidden />}
      onClick={() => void unblockSound()}
    >
      <FormattedMessage id="sound.enable" />
    </Button>
  )
}
