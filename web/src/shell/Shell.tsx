import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Outlet } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogHost } from '../dialogs/DialogHost.tsx'
import { isBareAtom } from './bare.ts'
import { useLeavingGuard } from './leaving-guard.ts'
import { LastBanner, StillThere } from './SignInEnding.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { AlarmBanner } from './AlarmBanner.tsx'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { CompanyBar } from './CompanyBar.tsx'
import { PendingBar } from './PendingBar.tsx'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { UndoBar } from './UndoBar.tsx'
import { TroubleBanner } from './TroubleBanner.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'
import { useHelpKey } from './use-help-key.ts'

/** What stands around every screen of a signed-in person. */
export function Shell() {
  const intl = useIntl()
  const [opened, drawer] = useDisclosure()
  const isBare = useAtomValue(isBareAtom)
  useLeavingGuard()
  useHelpKey()
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        <FormattedMessage id="shell.skip" />
      </a>
      <AlarmBanner />
      <UndoBar />
      <ConnectionBanner />
      <TroubleBanner />
      <UpdateBanner />
      <LastBanner />
      <PendingBar />
      <TopBar drawer={{ opened, toggle: drawer.toggle }} />
      <CompanyBar />
      <div className={styles['body']}>
        <nav hidden={isBare} className={styles['side']} aria-label={intl.formatMessage({ id: 'shell.menu' })}>
          <SideMenu />
        </nav>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys where nothing in it takes the focus. */}
        <main id="main" className={styles['main']} tabIndex={0}>
          <Outlet />
        </main>
      </div>
      <BottomBar drawer={{ opened, toggle: drawer.toggle }} />
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={288}
        title={<FormattedMessage id="shell.menu" />}
        closeButtonProps={{
          'aria-label': intl.formatMessage({ id: 'action.close' }),
          size: 44,
          iconSize: 20,
        }}
      >
        <SideMenu onPick={drawer.close} />
      </Drawer>
      <ModalsProvider>
        <DialogHost />
      </ModalsProvider>
      <SignInAgain />
      <StillThere />
    </div>
  )
}
