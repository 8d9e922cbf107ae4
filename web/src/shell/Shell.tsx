import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { DrawnLater } from '../ui/DrawnLater.tsx'
import { later } from '../ui/later.ts'
import { isBareAtom } from './bare.ts'
import { useLeavingGuard } from './leaving-guard.ts'
import { areOverlaysNeededAtom } from './overlays-needed.ts'
import { LastBanner } from './SignInEnding.tsx'
import { AlarmPlace } from './AlarmPlace.tsx'
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
import { useRestOfTexts } from './use-rest-of-texts.ts'

const menu = later(async () => (await import('./afterwards.ts')).MenuDrawer)
const overlays = later(async () => (await import('./afterwards.ts')).Overlays)

const NONE = {}

/** What stands around every screen of a signed-in person. */
export function Shell() {
  const intl = useIntl()
  const [opened, drawer] = useDisclosure()
  const isBare = useAtomValue(isBareAtom)
  const areOverlaysNeeded = useAtomValue(areOverlaysNeededAtom)
  useLeavingGuard()
  useHelpKey()
  useRestOfTexts()
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        <FormattedMessage id="shell.skip" />
      </a>
      <AlarmPlace />
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
      <DrawnLater code={menu} props={{ opened, onClose: drawer.close }} isNeededNow={opened} />
      <DrawnLater code={overlays} props={NONE} isNeededNow={areOverlaysNeeded} />
    </div>
  )
}
