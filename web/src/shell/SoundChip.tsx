import { Button } from '@mantine/core'
import { IconVolumeOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { soundAtom } from '../preferences/preferences.ts'
import styles from './SoundChip.module.css'
import { soundBlockedAtom, unblockSound } from '../live/sounds.ts'

/** Shown while the browser holds our sounds back: an alarm without its sound must not look like a quiet night. */
export function SoundChip() {
  const intl = useIntl()
  const blocked = useAtomValue(soundBlockedAtom)
  const sound = useAtomValue(soundAtom)
  if (!blocked || sound === 'off') return null
  return (
    <Button
      size="compact-md"
      h={44}
      radius="xl"
      className={styles['chip']}
      aria-label={intl.formatMessage({ id: 'sound.enable' })}
      leftSection={<IconVolumeOff size={18} aria-hidden />}
      onClick={() => void unblockSound()}
    >
      <span className={styles['text']}>
        <FormattedMessage id="sound.enable" />
      </span>
    </Button>
  )
}
