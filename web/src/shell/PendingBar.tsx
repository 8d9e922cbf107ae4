import { useAtomValue } from 'jotai'
import { pendingAtom } from '../http/pending.ts'
import styles from './PendingBar.module.css'

/** A thin line that moves while any request is under way. */
export function PendingBar() {
  const pending = useAtomValue(pendingAtom) > 0
  return <div className={styles['bar']} data-pending={pending} aria-hidden />
}
