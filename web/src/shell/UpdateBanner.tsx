import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { updateAtom } from '../pwa/register.ts'
import { confirmedLeaving } from '../ui/form/confirm.tsx'
import { hasUnsaved } from '../ui/form/unsaved.ts'
import styles from './UpdateBanner.module.css'

/** A newer Carewatch is there: taken when its person says so, never in the middle of something. */
export function UpdateBanner() {
  const update = useAtomValue(updateAtom)
  if (!update) return null
  const take = async () => {
    if (!hasUnsaved() || (await confirmedLeaving())) update.take()
  }
  return (
    <output className={styles['banner']}>
      <FormattedMessage id="update.ready" />
      <Button size="sm" onClick={() => void take()}>
        <FormattedMessage id="update.take" />
      </Button>
    </output>
  )
}
