import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { isRenewingAtom } from '../session/session.ts'
import { endingAtom } from '../session/sign-in-end.ts'
import styles from './UpdateBanner.module.css'

/** A sign-in lasts a shift: whoever goes on says so before no alarm rings here any more. */
export function LastBanner() {
  const ending = useAtomValue(endingAtom)
  const renew = useSetAtom(isRenewingAtom)
  if (ending?.why !== 'last') return null
  const open = async () => {
    // A wall board stands in front of everything, also of the question for the password.
    if (document.fullscreenElement) await document.exitFullscreen()
    renew(true)
  }
  return (
    <div className={styles['banner']} role="alert">
      <FormattedMessage id="idle.last" values={{ n: Math.ceil(ending.seconds / 60) }} />
      <Button size="sm" onClick={() => void open()}>
        <FormattedMessage id="idle.renew" />
      </Button>
    </div>
  )
}
