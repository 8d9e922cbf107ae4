import { IconMoodSmile } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { isDownAtom } from '../live/live-state.ts'
import { isLoadedAtom, waitingAtom } from '../live/notifications.ts'
import { AlarmBanner } from './AlarmBanner.tsx'
import styles from './AlarmPlace.module.css'

/** Where people are watched over: an alarm that comes or goes must move nothing there that somebody is about to press. */
const WATCHED: readonly string[] = [
  '/admin/ward',
  '/admin/dashboard',
  '/admin/notifications',
  '/admin/task/list',
  '/admin/gateway/interactions',
  '/admin/gateway/roomViewInteractions',
]

/** That nobody calls is said only where the server has said so. */
function Calm() {
  const isKnown = useAtomValue(isLoadedAtom)
  const isDown = useAtomValue(isDownAtom)
  const waiting = useAtomValue(waitingAtom)
  if (!isKnown || isDown || waiting > 0) return null
  return (
    <span className={styles['calm']} data-testid="all-calm">
      <IconMoodSmile size={20} aria-hidden />
      <FormattedMessage id="dashboard.calm" />
    </span>
  )
}

/** The banner, and on the screens of whoever watches over people its place where there is none. */
export function AlarmPlace() {
  const isWatched = useLocation({ select: ({ pathname }) => WATCHED.includes(pathname) })
  return (
    <div className={styles['place']} data-watched={isWatched}>
      {isWatched ? <Calm /> : null}
      <AlarmBanner />
    </div>
  )
}
