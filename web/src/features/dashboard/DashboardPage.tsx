import { useInterval } from '@mantine/hooks'
import { IconMoodSmile } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { changedTasks } from '../../live/live-atoms.ts'
import { incidentsAtom, isLoadedAtom, waitingAtom } from '../../live/notifications.ts'
import { DutyNow } from '../../ui/alarms/DutyNow.tsx'
import { parted, partOf, steadyParts } from '../../ui/alarms/parts.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { useSteady } from '../../ui/steady/use-steady.ts'
import { BoardRow } from './BoardRow.tsx'
import { Branches } from './Branches.tsx'
import { Count } from './Count.tsx'
import type { Counts } from './counts.ts'
import { FirstRunCard } from './FirstRunCard.tsx'
import { SilentDevices } from './SilentDevices.tsx'
import styles from './DashboardPage.module.css'

const SETTLE_MS = 1_500
const POLL_MS = 60_000
/** More than anybody reads; the others are in the list. */
const MOST_ROWS = 100

/** Counts are the server's: asked for again a moment after something changed, and every minute. */
function useFreshCounts(): void {
  const router = useRouter()
  const changed = useAtomValue(changedTasks)
  const waiting = useAtomValue(waitingAtom)
  const isLoaded = useAtomValue(isLoadedAtom)
  const counted = useRef<number>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    // The first answer comes beside the first counts, and says nothing newer than they do.
    counted.current ??= waiting
    if (changed.size === 0 && waiting === counted.current) return
    const later = setTimeout(() => {
      counted.current = waiting
      void router.invalidate()
    }, SETTLE_MS)
    return () => clearTimeout(later)
  }, [changed, waiting, isLoaded, router])
  useInterval(() => void router.invalidate(), POLL_MS, { autoInvoke: true })
}

function Totals({ counts, waiting }: { counts: Counts | null; waiting: number | undefined }) {
  return (
    <div className={styles['counts']}>
      <Count
        id="dashboard.unacknowledged"
        value={waiting}
        to="/admin/notifications"
        alert={(waiting ?? 0) > 0}
      />
      <Count
        id="dashboard.online"
        value={counts?.online}
        of={counts?.devices}
        to="/admin/devices/{-$filterKey}"
      />
      <Count id="dashboard.openTasks" value={counts?.open} to="/admin/task/list" />
      <Count id="dashboard.inProgress" value={counts?.inProgress} to="/admin/task/list" />
    </div>
  )
}

/** That nobody needs help is said only when the server has said so. */
const Calm = () =>
  useAtomValue(isLoadedAtom) ? (
    <Nothing
      icon={<IconMoodSmile aria-hidden />}
      title={<FormattedMessage id="dashboard.calm" />}
      why={<FormattedMessage id="dashboard.calmWhy" />}
    />
  ) : (
    <PageLoading />
  )

export function DashboardPage({ counts }: { counts: Counts | null }) {
  const { shown, hold } = useSteady(parted(useAtomValue(incidentsAtom)), steadyParts)
  const waiting = partOf(shown, 'waiting').slice(0, MOST_ROWS)
  const handled = partOf(shown, 'handled').slice(0, MOST_ROWS)
  const total = useAtomValue(waitingAtom)
  const isLoaded = useAtomValue(isLoadedAtom)
  const left = total - waiting.filter(({ acknowledged }) => !acknowledged).length
  useFreshCounts()
  return (
    <Page title="menu.dashboard">
      {counts?.firstRun ? <FirstRunCard run={counts.firstRun} /> : null}
      {counts ? <DutyNow {...counts.duty} /> : null}
      <Totals counts={counts} waiting={isLoaded || total > 0 ? total : undefined} />
      <section {...hold}>
        <h2 className={styles['title']}>
          <FormattedMessage id="dashboard.board" />
        </h2>
        {waiting.length === 0 ? (
          <Calm />
        ) : (
          <ul className={styles['rows']}>
            {waiting.map((incident) => (
              <BoardRow key={incident.uuid} incident={incident} />
            ))}
          </ul>
        )}
        {left > 0 ? (
          <LinkButton to="/admin/notifications" variant="default">
            <FormattedMessage id="banner.more" values={{ n: left }} />
          </LinkButton>
        ) : null}
      </section>
      {handled.length > 0 ? (
        <section>
          <h2 className={styles['title']}>
            <FormattedMessage id="dashboard.handled" />
          </h2>
          <ul className={styles['rows']}>
            {handled.map((incident) => (
              <BoardRow key={incident.uuid} incident={incident} />
            ))}
          </ul>
        </section>
      ) : null}
      {counts ? (
        <Sections>
          <Branches {...counts.branches} />
          <SilentDevices {...counts.silent} />
        </Sections>
      ) : null}
    </Page>
  )
}
