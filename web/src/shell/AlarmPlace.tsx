import { IconMoodSmile } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isCaughtUpAtom, isDownAtom } from '../live/live-state.ts'
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

/** That nobody calls is said only where the server has said so, since the line was last lost. */
function Calm() {
  const isKnown = useAtomValue(isCaughtUpAtom)
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

const KEY = 'carewatch.bannerHeight'
const MOST_PX = 320

/** How high the banner was last, until it is known whether there is one now: whoever opened the portal beside open alarms does so again. */
function useLastHeight(isWatched: boolean) {
  const isKnown = useAtomValue(isLoadedAtom)
  const [last] = useState(() => Math.min(Number(localStorage.getItem(KEY)) || 0, MOST_PX))
  const keep = useCallback(
    (place: HTMLElement | null) => {
      if (!place || !isWatched || !isKnown) return undefined
      const observer = new ResizeObserver(() => {
        const banner = place.querySelector('[data-testid=alarm-banner]')
        localStorage.setItem(KEY, String(Math.round(banner?.getBoundingClientRect().height ?? 0)))
      })
      observer.observe(place)
      return () => observer.disconnect()
    },
    [isWatched, isKnown],
  )
  return { ref: keep, style: isWatched && !isKnown && last > 0 ? { minHeight: last } : undefined }
}

/** The banner, and on the screens of whoever watches over people its place where there is none. */
export function AlarmPlace() {
  const isWatched = useLocation({ select: ({ pathname }) => WATCHED.includes(pathname) })
  const place = useLastHeight(isWatched)
  return (
    <div {...place} className={styles['place']} data-watched={isWatched}>
      {isWatched ? <Calm /> : null}
      <AlarmBanner />
    </div>
  )
}
