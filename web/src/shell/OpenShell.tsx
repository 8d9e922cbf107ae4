import { Outlet } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { PendingBar } from './PendingBar.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

/** What stands around the screens that need no sign-in. */
export function OpenShell() {
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        <FormattedMessage id="shell.skip" />
      </a>
      <PendingBar />
      <TopBar />
      <div className={styles['body']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys where nothing in it takes the focus. */}
        <main id="main" className={styles['main']} tabIndex={0}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
